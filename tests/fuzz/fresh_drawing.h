#pragma once

#include "app/files/document_file.h"

namespace limber {

inline const Document& fresh() {  // built once
  static const Document document = *empty_document();
  return document;
}

}  // namespace limber
