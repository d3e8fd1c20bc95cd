// Collects what an import makes, as the edits of a script: names that are free, styles once for all
// that share them, notes with their places.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/style.h"
#include "app/edits/edit.h"
#include "app/exchange/import.h"

namespace limber {

class ImportWriter {
 public:
  // Each gives the name the thing has got: the wanted one, or that with a number.
  std::string draw(edit::Draw draw, std::string_view wanted);
  std::string text(edit::TextEdit text, std::string_view wanted);
  std::string picture(edit::PictureEdit picture, std::string_view wanted);
  std::string group(const Strings& things, std::string_view wanted);
  std::string layer(std::string_view wanted);
  void put(const Strings& things, const std::string& layer);
  void style(const std::string& thing, const Style& style);
  void add(const Edit& edit);  // any other, with names of things that are there
  void page(const Point& size);
  std::string free_name(std::string_view wanted);
  bool has_room_for(const edit::TextEdit& text) const;
  bool has_room_for(const edit::PictureEdit& picture) const;
  std::size_t curves() const { return static_cast<std::size_t>(made_.curves); }

  void note(std::pair<int, int> place, std::string text);

  // Everything so far is as the script says; the writer is empty after it.
  Imported finish(const ImportOptions& options);

 private:
  void attach_ends();

  struct End {
    Point at;
    std::string curve, point;  // "line1", "line1.start"
  };

  std::string lines_;
  std::set<std::string, std::less<>> names_;
  std::map<std::string, int, std::less<>> numbers_;  // of names that are taken
  std::vector<std::pair<edit::Parts, Strings>> styles_;
  std::map<std::string, std::size_t> style_index_;
  std::set<std::string> told_;
  std::vector<End> ends_;
  std::size_t letters_ = 0, picture_bytes_ = 0;
  Imported made_;
};

}  // namespace limber
