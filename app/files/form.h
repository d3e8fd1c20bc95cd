// The form of a drawing's file: which members each thing has, and since when. From the lists of
// app/document/fields.h; curves, connectors and constraints have forms of their own. What is read,
// refused and told by the schema comes from here.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/document/fields.h"
#include "app/files/document_file.h"

namespace limber {

struct Member {
  std::string key;
  std::string schema;  // what the schema says of its value, as JSON
  bool must = false;
  int since = 1, until = document_version;  // versions of the file that have it
};

// Of a thing: its name, what it consists of, what everything has. Of Page, Variable and NamedStyle:
// what they consist of.
template <class Part>
const std::vector<Member>& members_of();

// The sections of a file: visit(key, Of<...>()) for each field of a Document that has one, things
// of the world one by one.
template <class Visit>
void sections(Visit visit);

int first_version_of(std::string_view section);

// A file and its parts, for programs that check drawings: docs/document.schema.json.
std::string document_schema();

// ---- details

template <class Part>
Of<Part> part_of(Kept<Part> Document::*) {
  return {};
}
template <class Thing>
Of<SlotMap<Thing>> part_of(const SlotMap<Thing>& (World::*)() const) {
  return {};
}

template <class Visit>
void sections(Visit visit) {
  Document::fields([&](const char* key, auto field) {
    using Part = typename decltype(part_of(field))::type;
    if constexpr (std::is_same_v<Part, World>)
      fields(Of<World>(), [&](const char* name, auto part) { visit(name, part_of(part)); });
    else if constexpr (!std::is_same_v<Part, Follows> &&  // these two are of each thing, beside it
                       !std::is_same_v<Part, std::array<Table<Attributes>, thing_kinds>>)
      visit(key, Of<Part>());
  });
}

}  // namespace limber
