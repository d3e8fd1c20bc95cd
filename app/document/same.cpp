// Equality, hash and memory of a Document, field by field of its one list.
#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>

#include "app/document/document.h"

namespace limber {

namespace {

// ---- numbers are the same when their bits are: what is saved shows the sign of a zero

bool same_number(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}
template <class Numbers>
bool same_numbers(const Numbers& a, const Numbers& b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), same_number);
}

bool same(const Body& a, const Body& b) {
  return a.curve.type == b.curve.type && same_numbers(a.curve.q, b.curve.q) &&
         a.locked == b.locked && a.link == b.link && same_numbers(a.sense, b.sense);
}

struct SameGeometry {
  const Connector& other;
  template <class What>
  bool operator()(const What& a) const {
    const What* b = std::get_if<What>(&other.what);
    return b && same(a, *b);
  }
  static bool same(const PointAt& a, const PointAt& b) { return same_number(a.t, b.t); }
  static bool same(const SlidingAt& a, const SlidingAt& b) {
    return same_number(a.t, b.t) && same_number(a.sense, b.sense);
  }
  static bool same(const Measured& a, const Measured& b) {
    return a.name == b.name && same_number(a.t, b.t) && a.at == b.at;
  }
  static bool same(const ParameterOf& a, const ParameterOf& b) { return a.index == b.index; }
  static bool same(const OnPaper& a, const OnPaper& b) { return same_numbers(a.place, b.place); }
};
bool same(const Connector& a, const Connector& b) {
  return a.curve == b.curve && std::visit(SameGeometry{b}, a.what);
}

bool same(const Constraint& a, const Constraint& b) {
  return a.kind == b.kind && same_number(a.compliance, b.compliance) && a.enabled == b.enabled &&
         std::equal(a.on.begin(), a.on.end(), b.on.begin(), b.on.end(),
                    [](const Argument& x, const Argument& y) {
                      return x.connector == y.connector && same_numbers(x.number, y.number);
                    });
}

bool same(const Link& a, const Link& b) {
  return a.members == b.members && same_numbers(a.place, b.place) &&
         same_numbers(a.sense, b.sense) && a.scales == b.scales &&
         std::equal(a.reference.begin(), a.reference.end(), b.reference.begin(), b.reference.end(),
                    same_numbers<Eigen::VectorXd>);
}

bool same(const Motor& a, const Motor& b) {
  return a.constraint == b.constraint && a.input == b.input && same_number(a.speed, b.speed) &&
         same_number(a.limit, b.limit) && a.running == b.running;
}

bool same(const Force& a, const Force& b) { return a.on == b.on && same_numbers(a.value, b.value); }

template <class Plain>
bool same(const Plain& a, const Plain& b) {
  return a == b;
}

template <class Thing>
bool same(const SlotMap<Thing>& a, const SlotMap<Thing>& b) {
  bool all = a.size() == b.size();
  if (all)
    a.each_unshared(b, [&](Id<Thing>, const Thing* x, const Thing* y) {
      all = all && x && y && same(*x, *y);
    });
  return all;
}

bool same(const World& a, const World& b) {
  return same(a.bodies(), b.bodies()) && same(a.connectors(), b.connectors()) &&
         same(a.constraints(), b.constraints()) && same(a.links(), b.links()) &&
         same(a.motors(), b.motors()) && same(a.forces(), b.forces()) &&
         same_number(a.time, b.time);
}

bool same(const ConstraintLibrary& a, const ConstraintLibrary& b) { return a.all() == b.all(); }

using AllAttributes = std::array<Table<Attributes>, thing_kinds>;
bool same(const AllAttributes& a, const AllAttributes& b) {
  bool all = true;
  for (std::size_t kind = 0; kind < thing_kinds; ++kind) {
    const auto compare = [&](const Table<Attributes>& x, const Table<Attributes>& y) {
      x.each_unshared(y, [&](std::size_t i, const Attributes& its) {
        all = all && limber::same(its, y[i]);
      });
    };
    compare(a[kind], b[kind]);
    compare(b[kind], a[kind]);
  }
  return all;
}

// ---- hash

struct Hasher {
  std::uint64_t value = 14695981039346656037ull;
  void add(std::uint64_t bits) {
    for (int i = 0; i < 8; ++i) {
      value = (value ^ (bits & 0xff)) * 1099511628211ull;
      bits >>= 8;
    }
  }
  void add_number(double number) { add(std::bit_cast<std::uint64_t>(number)); }
  void add_text(std::string_view text) {
    add(text.size());
    for (const char c : text) add(static_cast<std::uint64_t>(c));
  }
  template <class Numbers>
  void add_numbers(const Numbers& numbers) {
    for (const double number : numbers) add_number(number);
  }
  void add_bytes(const std::vector<char>& bytes) { add_text({bytes.data(), bytes.size()}); }
};

void add(Hasher& h, const Body& b) {
  h.add_text(b.curve.type->text);
  h.add_numbers(b.curve.q), h.add_numbers(b.sense), h.add_bytes(b.locked), h.add(b.link.index);
}
void add(Hasher& h, const Connector& c) {
  h.add(c.curve.index), h.add(c.what.index());
  if (const auto* at = std::get_if<PointAt>(&c.what)) h.add_number(at->t);
  if (const auto* at = std::get_if<SlidingAt>(&c.what)) h.add_number(at->t), h.add_number(at->sense);
  if (const auto* m = std::get_if<Measured>(&c.what))
    h.add_text(m->name), h.add_number(m->t), h.add(m->at.index);
  if (const auto* p = std::get_if<ParameterOf>(&c.what)) h.add(static_cast<std::uint64_t>(p->index));
  if (const auto* p = std::get_if<OnPaper>(&c.what)) h.add_numbers(p->place);
}
void add(Hasher& h, const Constraint& c) {
  h.add_text(c.kind->text), h.add_number(c.compliance), h.add(c.enabled);
  for (const Argument& a : c.on) h.add(a.connector.index), h.add_numbers(a.number);
}
void add(Hasher& h, const Link& l) {
  for (const CurveId id : l.members) h.add(id.index);
  for (const Eigen::VectorXd& q : l.reference) h.add_numbers(q);
  h.add_numbers(l.place), h.add_numbers(l.sense), h.add(l.scales);
}
void add(Hasher& h, const Motor& m) {
  h.add(m.constraint.index), h.add(static_cast<std::uint64_t>(m.input)), h.add_number(m.speed);
  h.add_number(m.limit), h.add(m.running);
}
void add(Hasher& h, const Force& f) { h.add(f.on.index), h.add_numbers(f.value); }
void add(Hasher& h, const Text& t) {
  h.add_text(t.text), h.add_numbers(t.at), h.add_number(t.size);
}
void add(Hasher& h, const Picture& p) {
  h.add_text(p.file), h.add_text(p.bytes ? std::string_view(*p.bytes) : "");
  h.add_numbers(p.at), h.add_numbers(p.size), h.add_number(p.opacity);
}
void add(Hasher& h, const DimensionMark& d) { h.add(d.of.index), h.add_numbers(d.at); }
void add(Hasher& h, const Trace& t) { h.add(t.of.index), h.add_number(t.seconds); }
void add(Hasher& h, const Plot& p) {
  for (const std::string& quantity : p.quantities) h.add_text(quantity);
  h.add_text(p.over);
}
void add(Hasher&, const Group&) {}
void add(Hasher&, const Layer&) {}
void add(Hasher& h, const Guide& g) { h.add_numbers(g.at), h.add_number(g.angle); }

template <class Thing>
void add(Hasher& h, const SlotMap<Thing>& things) {
  h.add(static_cast<std::uint64_t>(things.size()));
  things.each([&](Id<Thing> id, const Thing& thing) { h.add(id.index), add(h, thing); });
}
void add(Hasher& h, const World& w) {
  add(h, w.bodies()), add(h, w.connectors()), add(h, w.constraints()), add(h, w.links());
  add(h, w.motors()), add(h, w.forces()), h.add_number(w.time);
}
void add(Hasher& h, const CurveLibrary& library) {
  for (const std::string& name : library.names())
    if (!library.is_builtin(name)) h.add_text(library.find(name)->text);
}
void add(Hasher& h, const ConstraintLibrary& kinds) {
  for (const auto& kind : kinds.all()) h.add_text(kind->text);
}
void add(Hasher& h, const Style& style) {
  for (const StylePart& part : style_parts()) h.add_text(style_text(style, part.name));
}
void add(Hasher& h, const Attributes& a) {
  h.add_text(a.name), h.add(a.layer.index), h.add(a.group.index), h.add(a.hidden);
  h.add(a.locked), h.add_text(a.style_name);
  add(h, a.style ? *a.style : Style{});
}
void add(Hasher& h, const AllAttributes& all) {
  for (const Table<Attributes>& table : all)
    for (std::size_t i = 0; i < table.size(); ++i)
      if (!table[i].name.empty()) add(h, table[i]);
}
void add(Hasher& h, const std::vector<Variable>& variables) {
  for (const Variable& v : variables) h.add_text(v.name), h.add_text(v.text), h.add_text(v.note);
}
void add(Hasher& h, const Follows& follows) {
  for (const auto& [number, text] : follows) h.add(number.index()), h.add_text(text);
}
void add(Hasher& h, const std::vector<NamedStyle>& styles) {
  for (const NamedStyle& one : styles) h.add_text(one.name), add(h, one.style);
}
void add(Hasher& h, const Page& page) {
  h.add_number(page.width), h.add_number(page.height), h.add_text(page.unit);
}

// ---- memory: what a thing holds on the heap, and the things of blocks that are not shared

std::size_t heap(const Body& b) {
  return static_cast<std::size_t>(b.curve.q.size() + b.sense.size()) * sizeof(double) +
         b.locked.size();
}
std::size_t heap(const Connector&) { return 0; }
std::size_t heap(const Constraint& c) { return c.on.size() * sizeof(Argument); }
std::size_t heap(const Link& l) {
  std::size_t bytes = l.members.size() * sizeof(CurveId);
  for (const Eigen::VectorXd& q : l.reference)
    bytes += sizeof q + static_cast<std::size_t>(q.size()) * sizeof(double);
  return bytes;
}
std::size_t heap(const Text& t) { return t.text.size(); }
std::size_t heap(const Plot& p) { return p.quantities.size() * sizeof(std::string) * 2; }
template <class Flat>
std::size_t heap(const Flat&) {
  return 0;
}

template <class Thing>
std::size_t bytes_of(const SlotMap<Thing>& a, const SlotMap<Thing>& b) {
  std::size_t bytes = a.bytes_beside(b);
  a.each_unshared(b, [&](Id<Thing>, const Thing* mine, const Thing*) {
    if (mine) bytes += sizeof(std::optional<Thing>) + heap(*mine);
  });
  return bytes;
}
std::size_t bytes_of(const World& a, const World& b) {
  return bytes_of(a.bodies(), b.bodies()) + bytes_of(a.connectors(), b.connectors()) +
         bytes_of(a.constraints(), b.constraints()) + bytes_of(a.links(), b.links()) +
         bytes_of(a.motors(), b.motors()) + bytes_of(a.forces(), b.forces());
}
std::size_t bytes_of(const AllAttributes& a, const AllAttributes& b) {
  std::size_t bytes = 0;
  for (std::size_t kind = 0; kind < thing_kinds; ++kind) {
    bytes += a[kind].bytes_beside(b[kind]);
    a[kind].each_unshared(b[kind], [&](std::size_t, const Attributes&) {
      bytes += sizeof(Attributes);
    });
  }
  return bytes;
}
std::size_t bytes_of(const CurveLibrary& a, const CurveLibrary&) { return a.names().size() * 96; }
std::size_t bytes_of(const ConstraintLibrary& a, const ConstraintLibrary&) {
  return a.all().size() * sizeof(void*) * 2;
}
std::size_t bytes_of(const std::vector<Variable>& a, const std::vector<Variable>&) {
  std::size_t bytes = 0;
  for (const Variable& v : a) bytes += sizeof v + v.name.size() + v.text.size() + v.note.size();
  return bytes;
}
std::size_t bytes_of(const Follows& a, const Follows&) { return a.size() * 128; }
std::size_t bytes_of(const std::vector<NamedStyle>& a, const std::vector<NamedStyle>&) {
  return a.size() * sizeof(NamedStyle);
}
std::size_t bytes_of(const Page&, const Page&) { return 0; }

}  // namespace

// The ranks themselves are no part of a drawing, the order is.
bool same(const Document& a, const Document& b) {
  bool all = true;
  Document::fields([&](const char*, auto field) { all = all && same(*(a.*field), *(b.*field)); });
  return all && drawing_order(a) == drawing_order(b);
}

std::uint64_t hash(const Document& document) {
  Hasher hasher;
  Document::fields([&](const char*, auto field) { add(hasher, *(document.*field)); });
  for (const ThingId id : drawing_order(document))
    hasher.add(static_cast<std::uint64_t>(id.kind)), hasher.add(id.index);
  return hasher.value;
}

std::size_t bytes_beside(const Document& document, const Document& other) {
  std::size_t bytes = sizeof(Document);
  Document::fields([&](const char*, auto field) {
    bytes += bytes_of(*(document.*field), *(other.*field));
  });
  return bytes;
}

}  // namespace limber
