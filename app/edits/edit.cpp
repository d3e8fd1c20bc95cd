#include "app/edits/edit.h"

#include <tuple>

namespace limber {

Edit::Edit(AnyEdit one) : what(std::move(one)) {}
Edit::Edit(const Edit&) = default;
Edit::Edit(Edit&&) noexcept = default;
Edit& Edit::operator=(const Edit&) = default;
Edit& Edit::operator=(Edit&&) noexcept = default;
Edit::~Edit() = default;
bool Edit::operator==(const Edit&) const = default;

template <class T>
Edit Edit::of(T one) {
  return Edit(AnyEdit(std::in_place_type<T>, std::move(one)));
}

namespace {

// Every `of` is compiled here, and found by whoever makes that edit.
template <class... Kinds>
struct Makers {
  explicit constexpr Makers(const std::variant<Kinds...>*) {}
  std::tuple<Edit (*)(Kinds)...> all{&Edit::of<Kinds>...};
};
[[gnu::used]] constexpr Makers makers(static_cast<const AnyEdit*>(nullptr));

}  // namespace

}  // namespace limber
