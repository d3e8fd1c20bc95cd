#include "app/exchange/svg_tree.h"

#include <zlib.h>

#include <algorithm>
#include <map>
#include <memory>

#include "app/exchange/import.h"

namespace limber {

namespace {

constexpr std::string_view svg_namespace = "http://www.w3.org/2000/svg";
constexpr int most_entities_deep = 8;
// Of text that entities may add. Elements by entities are a few lines; more is an attack.
constexpr std::size_t most_expansion = 4u << 20;

constexpr std::size_t most_deep = import_limits::depth + 100;
// Elements and attributes of a file are few beside its bytes; a file of nothing else is an attack, and
// the parser would take twenty times its size for it.
constexpr std::ptrdiff_t most_brackets = 1'000'000, most_equals = 2'000'000;
constexpr int most_attributes = 1000;  // of one element
constexpr std::size_t block_size = 4096;

Error wrong(std::string sentence, int line = 0, int column = 0) {
  return {std::move(sentence), line, column, 1, {}, {}};
}

bool is_sane(std::string_view text) {
  return std::ranges::count(text, '<') <= most_brackets && std::ranges::count(text, '=') <= most_equals;
}

// ---- a packed file (.svgz)

Result<std::string> unpacked(std::string_view bytes) {
  z_stream stream{};
  constexpr int with_gzip_header = 16 + MAX_WBITS;
  if (inflateInit2(&stream, with_gzip_header) != Z_OK) return wrong("The file cannot be unpacked.");
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  const std::size_t most =
      std::min(import_limits::bytes, import_limits::unpacking * std::max<std::size_t>(bytes.size(), 1024));
  std::string out;
  int state = Z_OK;
  char buffer[1 << 16];
  while (state == Z_OK && out.size() <= most) {
    stream.next_out = reinterpret_cast<Bytef*>(buffer);
    stream.avail_out = sizeof buffer;
    state = inflate(&stream, Z_NO_FLUSH);
    out.append(buffer, sizeof buffer - stream.avail_out);
  }
  inflateEnd(&stream);
  if (out.size() > most) return wrong("The file is too large when it is unpacked.");
  if (state != Z_STREAM_END) return wrong("The packed file is damaged.");
  return out;
}

// ---- entities of the file's own: <!ENTITY name "text">

using Entities = std::map<std::string, std::string, std::less<>>;

// Where the document type ends; 0: there is none.
std::size_t read_entities(std::string_view text, Entities& entities) {
  const std::size_t begin = text.find("<!DOCTYPE");
  if (begin == text.npos || begin > text.find("<svg")) return 0;
  std::size_t at = begin;
  int depth = 0;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '"' || c == '\'') {
      at = text.find(c, at + 1);
      if (at == text.npos) return 0;
    } else if (c == '[') {
      ++depth;
    } else if (c == ']') {
      --depth;
    } else if (c == '>' && depth == 0) {
      break;
    } else if (depth > 0 && text.substr(at).starts_with("<!ENTITY")) {
      const std::size_t name = text.find_first_not_of(" \t\r\n", at + 8);
      const std::size_t name_end = text.find_first_of(" \t\r\n", name);
      const std::size_t quote = text.find_first_of("\"'>", name_end);
      if (name == text.npos || name_end == text.npos || quote == text.npos) return 0;
      if (text[quote] == '>') continue;
      const std::size_t end = text.find(text[quote], quote + 1);
      if (end == text.npos) return 0;
      // One that names a file has a word before the quotation mark; nothing outside is read.
      if (text.substr(name_end, quote - name_end).find_first_not_of(" \t\r\n") == text.npos)
        entities.emplace(text.substr(name, name_end - name), text.substr(quote + 1, end - quote - 1));
      at = end;
    }
  }
  return at;
}

// The text with the entities of the file put in; false: too much.
class Expander {
 public:
  Expander(const Entities& entities, std::size_t most) : entities_(entities), most_(most) {}

  bool expand(std::string_view text, std::size_t from, int depth) {
    std::size_t done = 0;
    while (true) {
      const std::size_t sign = text.find('&', done);
      if (sign == text.npos) break;
      const std::size_t end = text.find(';', sign);
      const auto found = end == text.npos || end - sign > 256
                             ? entities_.end()
                             : entities_.find(text.substr(sign + 1, end - sign - 1));
      if (found == entities_.end()) {
        out.append(text.substr(done, sign + 1 - done));
        done = sign + 1;
      } else {
        out.append(text.substr(done, sign - done));
        done = end + 1;
        if (depth == 0) moved.emplace_back(out.size(), sign + from);
        if (depth >= most_entities_deep || out.size() > most_) return false;
        if (!expand(found->second, 0, depth + 1)) return false;
        if (depth == 0) moved.emplace_back(out.size(), done + from);
      }
    }
    out.append(text.substr(done));
    return out.size() <= most_;
  }

  std::string out;
  std::vector<std::pair<std::size_t, std::size_t>> moved;

 private:
  const Entities& entities_;
  std::size_t most_;
};

// ---- names

struct Names {
  std::string_view prefix, local;
};
Names names_of(std::string_view name) {
  const std::size_t colon = name.find(':');
  if (colon == name.npos) return {"", name};
  return {name.substr(0, colon), name.substr(colon + 1)};
}

// Which prefixes mean SVG, as the elements around have said.
using Prefixes = std::map<std::string_view, bool>;
bool says_namespaces(pugi::xml_node xml) {
  for (const pugi::xml_attribute attribute : xml.attributes())
    if (std::string_view(attribute.name()).starts_with("xmlns")) return true;
  return false;
}
Prefixes with_namespaces(Prefixes prefixes, pugi::xml_node xml) {
  for (const pugi::xml_attribute attribute : xml.attributes()) {
    const Names names = names_of(attribute.name());
    if (names.prefix == "xmlns") prefixes[names.local] = attribute.value() == svg_namespace;
    if (names.prefix.empty() && names.local == "xmlns")
      prefixes[""] = attribute.value() == svg_namespace;
  }
  return prefixes;
}

}  // namespace

Result<SvgTree> SvgTree::read(std::string_view bytes) {
  SvgTree tree;
  if (bytes.starts_with("\x1f\x8b")) {
    Result<std::string> text = unpacked(bytes);
    if (!text) return text.error();
    tree.unpacked_ = std::make_unique<std::string>(*std::move(text));
    tree.text_ = *tree.unpacked_;
  } else {
    tree.text_ = bytes;
  }
  if (tree.text_.size() > import_limits::bytes) return wrong("The file is larger than 64 MiB.");
  Entities entities;
  const std::size_t type_end = read_entities(tree.text_, entities);
  if (!is_sane(tree.text_)) return wrong("The file has too many elements or attributes.");
  if (entities.empty()) {
    tree.expanded_ = std::make_unique<std::string>(tree.text_);
  } else {
    Expander expander(entities, tree.text_.size() + most_expansion);
    expander.out = std::string(tree.text_.substr(0, type_end));
    expander.moved.emplace_back(type_end, type_end);
    if (!expander.expand(tree.text_.substr(type_end), type_end, 0) || !is_sane(expander.out))
      return wrong("The entities of the file would make it too large.");
    for (auto& [out, in] : expander.moved) in = std::min(in, tree.text_.size());
    tree.expanded_ = std::make_unique<std::string>(std::move(expander.out));
    tree.moved_ = std::move(expander.moved);
  }
  tree.blocks_ = blocks_of(tree.text_);
  tree.xml_ = std::make_unique<pugi::xml_document>();
  const pugi::xml_parse_result parsed = tree.xml_->load_buffer_inplace(
      tree.expanded_->data(), tree.expanded_->size(), pugi::parse_default | pugi::parse_ws_pcdata);
  if (!parsed) {
    const auto at = static_cast<std::size_t>(std::max<std::ptrdiff_t>(parsed.offset, 0));
    const auto [line, column] = tree.place_at(std::min(at, tree.text_.size()));
    return wrong(std::string("This is no XML: ") + parsed.description() + ".", line, column);
  }
  if (parsed.encoding == pugi::encoding_utf8) {
    const std::string_view head = tree.text_.substr(0, 200);
    const std::size_t said = head.find("encoding=");
    const std::string_view encoding = said == head.npos ? "" : head.substr(said + 10, 5);
    const bool utf8 = encoding.starts_with("utf") || encoding.starts_with("UTF") ||
                      encoding.starts_with("us-as") || encoding.starts_with("US-AS");
    if (said != head.npos && !utf8)
      tree.troubles_.push_back("its letters are in an encoding that is not known: texts may be wrong");
  }
  tree.add_elements(tree.xml_->document_element());
  if (tree.elements_.empty() || tree.elements_[0].name != "svg")
    return wrong("The file is no SVG: its outermost element is not svg.");
  return tree;
}

// Parents before their children, in the order of the file; without recursion, as files may be deep.
void SvgTree::add_elements(pugi::xml_node root) {
  struct Open {
    pugi::xml_node xml;
    int index;
    bool own_prefixes;
  };
  std::vector<Prefixes> prefixes = {{{"", true}}};
  std::vector<Open> open;
  const auto add = [&](pugi::xml_node xml, int parent) {
    int attributes = 0;
    for ([[maybe_unused]] const pugi::xml_attribute one : xml.attributes()) ++attributes;
    if (attributes > most_attributes && troubles_.size() < 10)
      troubles_.push_back("an element has more than 1000 attributes: the rest is left out");
    for (; attributes > most_attributes; --attributes) xml.remove_attribute(xml.last_attribute());
    const bool says = says_namespaces(xml);
    if (says) prefixes.push_back(with_namespaces(prefixes.back(), xml));
    const Names names = names_of(xml.name());
    const auto known = prefixes.back().find(names.prefix);
    const bool svg = known != prefixes.back().end() && known->second;
    const int index = size();
    const bool foreign = parent >= 0 && (elements_[static_cast<std::size_t>(parent)].name.empty() ||
                                         elements_[static_cast<std::size_t>(parent)].is_foreign);
    elements_.push_back({svg ? names.local : std::string_view(), xml, parent, -1, -1, foreign});
    if (const pugi::xml_attribute id = xml.attribute("id"); !id.empty())
      ids_.emplace(id.value(), index);
    open.push_back({xml.first_child(), index, says});
    return index;
  };
  if (!root) return;
  add(root, -1);
  std::vector<int> last_child(1, -1);
  while (!open.empty()) {
    Open& now = open.back();
    while (now.xml && now.xml.type() != pugi::node_element) now.xml = now.xml.next_sibling();
    if (!now.xml) {
      if (now.own_prefixes) prefixes.pop_back();
      open.pop_back();
      last_child.pop_back();
      continue;
    }
    const pugi::xml_node child = now.xml;
    if (open.size() > most_deep) {  // so deep nothing is drawn: told of where drawing ends
      now.xml = {};
      continue;
    }
    const int parent = now.index;
    now.xml = child.next_sibling();
    const int index = size();
    if (last_child.back() < 0)
      elements_[static_cast<std::size_t>(parent)].first_child = index;
    else
      elements_[static_cast<std::size_t>(last_child.back())].next_sibling = index;
    last_child.back() = index;
    last_child.push_back(-1);
    add(child, parent);
  }
}

int SvgTree::find(std::string_view id) const {
  const auto found = ids_.find(id);
  return found == ids_.end() ? -1 : found->second;
}

std::pair<int, int> SvgTree::place_of(int index) const {
  const std::ptrdiff_t offset = (*this)[index].xml.offset_debug();
  if (offset <= 0) return {0, 0};
  std::size_t at = static_cast<std::size_t>(offset) - 1;  // of the bracket before the name
  const auto after = std::ranges::upper_bound(moved_, at, {}, [](const auto& one) { return one.first; });
  if (after != moved_.begin()) at = std::prev(after)->second + (at - std::prev(after)->first);
  return place_at(at);
}

std::vector<SvgTree::Block> SvgTree::blocks_of(std::string_view text) {
  std::vector<Block> out(text.size() / block_size + 1);
  Block now;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (at % block_size == 0) out[at / block_size] = now;
    if (text[at] == '\n') now = {now.lines_before + 1, at + 1};
  }
  if (text.size() % block_size == 0) out.back() = now;
  return out;
}

std::pair<int, int> SvgTree::place_at(std::size_t at) const {
  Block now = blocks_[at / block_size];
  for (std::size_t k = at / block_size * block_size; k < at; ++k)
    if (text_[k] == '\n') now = {now.lines_before + 1, k + 1};
  return {now.lines_before + 1, static_cast<int>(at - now.line_begin) + 1};
}

}  // namespace limber
