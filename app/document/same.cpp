// Equality, hash and memory of a Document, from the lists of its fields.
#include <algorithm>
#include <bit>
#include <type_traits>

#include "app/document/fields.h"

namespace limber {

namespace {

template <class Value>
concept EigenVector = std::is_base_of_v<Eigen::MatrixBase<Value>, Value>;
template <class Value>
concept Sequence = requires(const Value& v) { v.begin(), v.end(), v.size(), v[0]; };
template <class Value>
concept Map = requires { typename Value::mapped_type; };
template <class Value>
concept Alternatives = requires { std::variant_size<Value>::value; };
template <class Value>
inline constexpr bool is_slot_map = false;
template <class Thing>
inline constexpr bool is_slot_map<SlotMap<Thing>> = true;

using AllAttributes = std::array<Table<Attributes>, thing_kinds>;

std::string_view bytes_of(const SharedBytes& bytes) {
  return bytes ? std::string_view(*bytes) : std::string_view();
}

// ---- equality. Numbers are the same when their bits are: a file shows the sign of a zero.

template <class Value>
bool same_value(const Value& a, const Value& b);

template <class Values>
bool same_sequence(const Values& a, const Values& b) {
  if (a.size() != b.size()) return false;
  for (auto x = a.begin(), y = b.begin(); x != a.end(); ++x, ++y)
    if (!same_value(*x, *y)) return false;
  return true;
}

template <class Thing>
bool same_things(const SlotMap<Thing>& a, const SlotMap<Thing>& b) {
  bool all = a.size() == b.size();
  if (all)
    a.each_unshared(b, [&](Id<Thing>, const Thing* x, const Thing* y) {
      all = all && x && y && same_value(*x, *y);
    });
  return all;
}

bool same_attributes(const AllAttributes& a, const AllAttributes& b) {
  bool all = true;
  for (std::size_t kind = 0; kind < thing_kinds; ++kind) {
    const auto compare = [&](const Table<Attributes>& x, const Table<Attributes>& y) {
      x.each_unshared(y, [&](std::size_t i, const Attributes& its) {
        all = all && same_value(its, y[i]);
      });
    };
    compare(a[kind], b[kind]);
    compare(b[kind], a[kind]);
  }
  return all;
}

bool same_world(const World& a, const World& b) {
  bool all = same_value(a.time, b.time) && same_value(a.physics, b.physics);
  fields(Of<World>(), [&](const char*, auto part) {
    all = all && same_value((a.*part)(), (b.*part)());
  });
  return all;
}

template <class Thing>
bool same_members(const Thing& a, const Thing& b) {
  bool all = true;
  fields(Of<Thing>(), [&](const char*, auto member, const Rule&) {
    all = all && same_value(a.*member, b.*member);
  });
  return all;
}

template <class Value>
bool same_value(const Value& a, const Value& b) {
  if constexpr (std::is_same_v<Value, double>)
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
  else if constexpr (std::is_same_v<Value, World>)
    return same_world(a, b);
  else if constexpr (std::is_same_v<Value, AllAttributes>)
    return same_attributes(a, b);
  else if constexpr (std::is_same_v<Value, ConstraintLibrary>)
    return a.all() == b.all();
  else if constexpr (std::is_same_v<Value, SharedStyle>)
    return a == b || (a && b && *a == *b);
  else if constexpr (std::is_same_v<Value, SharedBytes>)
    return a == b || bytes_of(a) == bytes_of(b);
  else if constexpr (is_slot_map<Value>)
    return same_things(a, b);
  else if constexpr (Listed<Value>)
    return same_members(a, b);
  else if constexpr (Alternatives<Value>)
    return a.index() == b.index() &&
           std::visit(
               [&](const auto& x) {
                 return same_value(x, *std::get_if<std::remove_cvref_t<decltype(x)>>(&b));
               },
               a);
  else if constexpr (EigenVector<Value> || (Sequence<Value> && !Map<Value>))
    return same_sequence(a, b);
  else
    return a == b;
}

// ---- hash

class Hasher {
 public:
  std::uint64_t value = 14695981039346656037ull;

  void add_bits(std::uint64_t bits) {
    for (int i = 0; i < 8; ++i) {
      value = (value ^ (bits & 0xff)) * 1099511628211ull;
      bits >>= 8;
    }
  }
  void add_text(std::string_view text) {
    add_bits(text.size());
    for (const char c : text) add_bits(static_cast<unsigned char>(c));
  }

  template <class Value>
  void add(const Value& what) {
    if constexpr (std::is_same_v<Value, double>)
      add_bits(std::bit_cast<std::uint64_t>(what));
    else if constexpr (std::is_integral_v<Value>)
      add_bits(static_cast<std::uint64_t>(what));
    else if constexpr (std::is_same_v<Value, std::string>)
      add_text(what);
    else if constexpr (std::is_same_v<Value, SharedStyle>)
      add_bits(what != nullptr), add(what ? *what : Style{});
    else if constexpr (std::is_same_v<Value, SharedBytes>)
      add_text(bytes_of(what));
    else if constexpr (requires { what->text; })  // a type or kind: its formula
      add_text(what->text);
    else if constexpr (is_slot_map<Value>)
      what.each([&](auto id, const auto& thing) { add(id), add(thing); });
    else if constexpr (requires { what.index; } && !Listed<Value>)  // an id
      add_bits(what.index);
    else if constexpr (Listed<Value>)
      fields(Of<Value>(), [&](const char*, auto member, const Rule&) { add(what.*member); });
    else if constexpr (Alternatives<Value>)
      add_bits(what.index()), std::visit([&](const auto& one) { add(one); }, what);
    else if constexpr (Map<Value>)
      for (const auto& [key, text] : what) add_bits(key.index()), add_text(text);
    else {
      add_bits(static_cast<std::uint64_t>(what.size()));
      for (const auto& one : what) add(one);
    }
  }
  void add(const Style& style) {
    for (const StylePart& part : style_parts()) add_text(style_text(style, part.name));
  }
  void add(const World& world) {
    fields(Of<World>(), [&](const char*, auto part) { add((world.*part)()); });
    add(world.time);
    add(world.physics);
  }
  void add(const CurveLibrary& library) {
    for (const std::string& name : library.names())
      if (!library.is_builtin(name)) add_text(library.find(name)->text);
  }
  void add(const ConstraintLibrary& kinds) { add(kinds.all()); }
  void add(const AllAttributes& all) {
    for (const Table<Attributes>& table : all)
      for (std::size_t i = 0; i < table.size(); ++i)
        if (!table[i].name.empty()) add(table[i]);
  }
};

// ---- memory: what a value holds on the heap, roughly

// Of a short string nothing.
constexpr std::size_t string_room = 15;
// A node of a map, beside what it holds.
constexpr std::size_t map_node = 48;

template <class Value>
std::size_t heap(const Value& what) {
  if constexpr (std::is_same_v<Value, std::string>) {
    return what.size() > string_room ? what.size() + 1 : 0;
  } else if constexpr (Listed<Value>) {
    std::size_t bytes = 0;
    fields(Of<Value>(), [&](const char*, auto member, const Rule&) { bytes += heap(what.*member); });
    return bytes;
  } else if constexpr (EigenVector<Value>) {
    return Value::SizeAtCompileTime == Eigen::Dynamic
               ? static_cast<std::size_t>(what.size()) * sizeof(double)
               : 0;
  } else if constexpr (Map<Value>) {
    return what.size() * (map_node + sizeof(typename Value::value_type));
  } else if constexpr (requires { what.capacity(); }) {
    std::size_t bytes = what.capacity() * sizeof(what[0]);
    for (const auto& one : what) bytes += heap(one);
    return bytes;
  } else {
    return 0;
  }
}

// What the first holds that the second does not: things in blocks that are not shared.
template <class Value>
std::size_t held_beside(const Value& a, const Value&) {
  return heap(a);
}
template <class Thing>
std::size_t held_beside(const SlotMap<Thing>& a, const SlotMap<Thing>& b) {
  std::size_t bytes = a.bytes_beside(b);
  a.each_unshared(b, [&](Id<Thing>, const Thing* mine, const Thing*) {
    bytes += sizeof(std::optional<Thing>) + (mine ? heap(*mine) : 0);
  });
  return bytes;
}
std::size_t held_beside(const World& a, const World& b) {
  std::size_t bytes = 0;
  fields(Of<World>(),
         [&](const char*, auto part) { bytes += held_beside((a.*part)(), (b.*part)()); });
  return bytes;
}
std::size_t held_beside(const AllAttributes& a, const AllAttributes& b) {
  std::size_t bytes = 0;
  for (std::size_t kind = 0; kind < thing_kinds; ++kind) {
    bytes += a[kind].bytes_beside(b[kind]);
    a[kind].each_unshared(b[kind], [&](std::size_t, const Attributes& its) {
      bytes += sizeof its + heap(its);
    });
  }
  return bytes;
}
std::size_t held_beside(const CurveLibrary& a, const CurveLibrary& b) {
  return a.shares_with(b) ? 0 : a.names().size() * (map_node + sizeof(std::string) * 2);
}
std::size_t held_beside(const ConstraintLibrary& a, const ConstraintLibrary& b) {
  return a.shares_with(b) ? 0 : a.all().size() * sizeof(a.all()[0]);
}

// Whether a thing of a level has passed another one whose rank is the same in both: seen without
// sorting all of them. Of many that changed it is not looked for.
bool some_passed(const Document& a, const Document& b, Level level) {
  constexpr std::size_t few = 16;
  std::map<ThingId, std::pair<std::int64_t, std::int64_t>> moved;  // from a rank to another
  for (const ThingKind kind : kinds_on(level)) {
    const auto k = static_cast<std::size_t>(kind);
    const Table<Attributes>&x = (*a.attributes)[k], &y = (*b.attributes)[k];
    x.each_unshared(y, [&](std::size_t i, const Attributes& its) {
      if (its.rank != y[i].rank)
        moved[{kind, static_cast<std::uint32_t>(i)}] = std::minmax(its.rank, y[i].rank);
    });
  }
  if (moved.size() > few) return false;
  bool passed = false;
  for (const ThingKind kind : kinds_on(level))
    each_thing(a, kind, [&](ThingId id) {
      if (passed || moved.contains(id)) return;
      const std::int64_t rank = a.of(id).rank;
      passed = std::ranges::any_of(moved, [&](const auto& one) {
        return one.second.first < rank && rank < one.second.second;
      });
    });
  return passed;
}

// The ranks themselves are no part of a drawing, the order is. On a level where no rank differs it is
// the same without looking; layers that were only put elsewhere are seen by their own order.
bool same_order(const Document& a, const Document& b) {
  const auto same_ranks = [&](ThingKind kind) {
    const auto k = static_cast<std::size_t>(kind);
    const Table<Attributes>&x = (*a.attributes)[k], &y = (*b.attributes)[k];
    bool all = true;
    x.each_unshared(y, [&](std::size_t i, const Attributes& its) {
      all = all && its.rank == y[i].rank;
    });
    return all;
  };
  for (const Level level : drawn_levels)
    if (!std::ranges::all_of(kinds_on(level), same_ranks) &&
        (some_passed(a, b, level) || rank_order(a, level) != rank_order(b, level)))
      return false;
  return same_ranks(ThingKind::layer) || layer_order(a) == layer_order(b);
}

}  // namespace

bool same(const Document& a, const Document& b) {
  bool all = true;
  Document::fields([&](const char*, auto field) {
    all = all && same_value(*(a.*field), *(b.*field));
  });
  return all && same_order(a, b);
}

std::uint64_t hash(const Document& document) {
  Hasher hasher;
  Document::fields([&](const char*, auto field) { hasher.add(*(document.*field)); });
  const auto add_order = [&](const std::vector<ThingId>& order) {
    for (const ThingId id : order)
      hasher.add_bits(static_cast<std::uint64_t>(id.kind)), hasher.add_bits(id.index);
  };
  for (const Level level : drawn_levels) add_order(rank_order(document, level));
  add_order(layer_order(document));
  return hasher.value;
}

std::size_t bytes_beside(const Document& document, const Document& other) {
  std::size_t bytes = sizeof(Document);
  Document::fields([&](const char*, auto field) {
    bytes += held_beside(*(document.*field), *(other.*field));
  });
  return bytes;
}

}  // namespace limber
