#include "app/editor/constrain_fit.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/document/reading.h"
#include "app/edits/apply.h"
#include "app/edits/resolve.h"
#include "app/editor/tolerances.h"
#include "solver/kind_inputs.h"

namespace limber {

namespace {

using How = Answer::How;
using What = Ask::What;

std::vector<int> inputs_of(const ConstraintKind& kind, Shape shape) {
  std::vector<int> found;
  for (int i = 0; i < static_cast<int>(kind.inputs.size()); ++i)
    if (kind.inputs[static_cast<std::size_t>(i)].shape == shape) found.push_back(i);
  return found;
}

bool is_open(const World& world, CurveId id) {
  const Curve* curve = world.find(id);
  return curve && !curve->type->closed;
}

// Ends that are two: those of a point are one place.
bool has_two_ends(const World& world, CurveId id) {
  if (!is_open(world, id)) return false;
  const Curve& curve = *world.find(id);
  Point begin, end;
  return point_at(curve, t_begin(curve), begin) && point_at(curve, t_end(curve), end) && begin != end;
}

// Whether an open curve can stand for its two ends: the kind says less about its points than that
// they coincide.
bool takes_ends(const ConstraintKind& kind) {
  int points = 0;
  for (const Ask& ask : asks_of(kind)) points += ask.what == What::point;
  return points >= 2 && kind.rows < 2 * (points - 1);
}

// Where a point input and a direction input begin among the numbers a kind is evaluated at.
int offset_of(const ConstraintKind& kind, int input) {
  int offset = 0;
  for (int i = 0; i < input; ++i) offset += size_of(kind.inputs[static_cast<std::size_t>(i)].shape);
  return offset;
}

// c and dc/dinput of a kind.
struct Evaluation {
  Eigen::VectorXd c;
  Eigen::MatrixXd J;  // rows x numbers of the inputs
};
std::optional<Evaluation> evaluate(const ConstraintKind& kind, const Eigen::VectorXd& in) {
  Eigen::VectorXd out(kind.evaluate.outputs());
  if (!kind.evaluate(in.data(), out.data())) return std::nullopt;
  const auto n = static_cast<Eigen::Index>(kind.input_size());
  Evaluation e;
  e.c = out.head(kind.rows);
  e.J = Eigen::Map<const Eigen::MatrixXd>(out.data() + 2 * kind.rows, kind.rows, n);
  return e;
}

// Whether it matters to the kind where along its direction the point of a line stands. If so the
// point slides, to find its place: tangent. If not it would only be one more freedom: an axis.
bool place_matters(const ConstraintKind& kind, const Ask& line) {
  Eigen::VectorXd in(kind.input_size() + 1);
  for (Eigen::Index i = 0; i < in.size(); ++i) in[i] = std::sin(1.0 + 2.7 * static_cast<double>(i));
  const int u = offset_of(kind, line.direction);
  in.segment<2>(u).normalize();
  in[in.size() - 1] = 0;
  const std::optional<Evaluation> e = evaluate(kind, in);
  if (!e) return true;
  const Point along = in.segment<2>(u);
  return (e->J.middleCols(offset_of(kind, line.input), 2) * along).norm() > parallel_within;
}

// ---- fitting

struct Option {
  How how = How::point;
  int forced = 0, doubt = 0;
};

class Fitter {
 public:
  Fitter(const Document& document, const ConstraintKind& kind, const std::vector<Pointing>& places,
         Prefer prefer)
      : world_(document.world), places_(places), prefer_(prefer), asks_(asks_of(kind)) {
    takes_ends_ = takes_ends(kind);
    for (const Ask& ask : asks_) {
      has_lines_ = has_lines_ || ask.what == What::line;
      wants_points_ = wants_points_ || ask.what == What::line || ask.what == What::point;
    }
  }

  std::optional<Fit> run() {
    now_.open.resize(asks_.size());
    std::iota(now_.open.begin(), now_.open.end(), 0);
    place(0);
    return best_;
  }

 private:
  bool better(const Fit& a, const Fit& b) const {
    if (prefer_ == Prefer::complete && a.complete() != b.complete()) return a.complete();
    return std::pair(a.forced, a.doubt) < std::pair(b.forced, b.doubt);
  }

  void place(std::size_t number) {
    if (number == places_.size()) {
      if (!best_ || better(now_, *best_)) best_ = now_;
      return;
    }
    for (const Option& option : options(places_[number])) {
      const Fit before = now_;
      if (take(places_[number], option)) place(number + 1);
      now_ = before;
    }
  }

  // In the order in which a person would mean them.
  std::vector<Option> options(const Pointing& at) const {
    if (!at.place.curve) return {{How::point, 0, 0}};
    const bool ends = takes_ends_ && has_two_ends(world_, at.place.curve);
    std::vector<Option> all;
    if (wants_points_ && (at.place.special || at.other)) {
      all.push_back({How::point, 0, 0});
      all.push_back({How::line, 0, 0});
      if (ends) all.push_back({How::ends, 1, 0});
      all.push_back({How::direction, 1, curved(at)});
      all.push_back({How::number, 1, 0});
      return all;
    }
    const int as_point = at.place.special ? 1 : 0;  // it may be meant for a kind that asks for points
    if (ends) all.push_back({How::ends, 0, 0});
    all.push_back({How::line, 0, 0});
    all.push_back({How::direction, 0, curved(at) + as_point});
    all.push_back({How::number, 0, as_point});
    all.push_back({How::point, ends || has_lines_, 0});
    return all;
  }

  // The direction of a curve that bends is that of one place of it only.
  int curved(const Pointing& at) const {
    double curvature = 0;
    return curvature_at(*world_.find(at.place.curve), at.place.t, curvature) &&
           std::abs(curvature) * world_.size() > parallel_within;
  }

  bool take(const Pointing& at, const Option& option) {
    now_.forced += option.forced;
    now_.doubt += option.doubt;
    Answer answer{option.how, -1, -1};
    const bool found = option.how == How::ends ? take_ends(answer) : take_first(at, answer);
    now_.answers.push_back(answer);
    return found;
  }

  bool take_first(const Pointing& at, Answer& answer) {
    const What wanted = answer.how == How::point       ? What::point
                        : answer.how == How::line      ? What::line
                        : answer.how == How::direction ? What::direction
                                                       : What::number;
    for (auto open = now_.open.begin(); open != now_.open.end(); ++open) {
      const Ask& ask = asks_[static_cast<std::size_t>(*open)];
      if (ask.what != wanted) continue;
      if (wanted == What::number && numbers_at(world_, at, ask.role).empty()) continue;
      answer.ask = *open;
      now_.open.erase(open);
      return true;
    }
    return false;
  }

  // The last two points: what comes before them is another one (the middle of the two).
  bool take_ends(Answer& answer) {
    for (int* which : {&answer.second, &answer.ask}) {
      const auto open = std::find_if(now_.open.rbegin(), now_.open.rend(), [&](int ask) {
        return asks_[static_cast<std::size_t>(ask)].what == What::point;
      });
      if (open == now_.open.rend()) return false;
      *which = *open;
      now_.open.erase(std::next(open).base());
    }
    return true;
  }

  const World& world_;
  const std::vector<Pointing>& places_;
  Prefer prefer_;
  std::vector<Ask> asks_;
  bool takes_ends_ = false, has_lines_ = false, wants_points_ = false;
  Fit now_;
  std::optional<Fit> best_;
};

// ---- the edits

// One constraint in the making: the texts of its inputs, and the edits that come before it.
class Making {
 public:
  Making(const Document& document, const Holding& holding)
      : scratch_(document), holding_(holding), asks_(asks_of(holding.kind)),
        usual_(usual_values_written(holding.kind)) {
    for (const Input& input : holding.kind.inputs) on_.push_back(shortest(input.value));
  }

  Result<std::vector<Edit>> run(const std::string& name) {
    for (std::size_t i = 0; i < holding_.places.size(); ++i)
      if (const Result<bool> done = bind(holding_.places[i], holding_.fit.answers[i]); !done)
        return done.error();
    if (const Result<bool> done = check(); !done) return done.error();
    if (const Result<bool> done = free_last_lock(); !done) return done.error();
    return constrain(name);
  }

 private:
  Result<bool> add(Edit edit) {
    const Result<Document> next = apply(scratch_, edit);
    if (!next) return next.error();
    scratch_ = *next;
    edits_.push_back(std::move(edit));
    return true;
  }

  std::string& text(int input) { return on_[static_cast<std::size_t>(input)]; }

  Result<bool> bind(const Pointing& at, const Answer& answer) {
    const Ask& ask = asks_[static_cast<std::size_t>(answer.ask)];
    const World& world = scratch_.world;
    switch (answer.how) {
      case How::point:
        text(ask.input) = text_of(
            scratch_, point_of(at, holding_.slide, at.other && !takes_ends(holding_.kind)));
        return true;
      case How::ends: {
        const Curve& curve = *world.find(at.place.curve);
        text(ask.input) = text_of(scratch_, point_at(at.place.curve, t_begin(curve)));
        text(asks_[static_cast<std::size_t>(answer.second)].input) =
            text_of(scratch_, point_at(at.place.curve, t_end(curve)));
        return true;
      }
      case How::line:
        return bind_line(at, ask);
      case How::direction:
        text(ask.input) = text_of(scratch_, direction_at(world, at));
        return true;
      case How::number: {
        const std::vector<Connector> numbers = numbers_at(world, at, ask.role);
        const Connector& number = numbers[static_cast<std::size_t>(at.choice) % numbers.size()];
        numbers_.push_back(number);
        text(ask.input) = text_of(scratch_, number);
        return true;
      }
    }
    return true;
  }

  // Fixed or sliding: special points are fixed, and the other way round when that is meant.
  static Connector point_of(const Pointing& at, bool slides, bool other) {
    if (!at.place.curve) return on_paper(at.place.at);
    if ((slides && !at.place.special) != other) return sliding_at(at.place.curve, at.place.t);
    return at.place.special ? *at.place.special : point_at(at.place.curve, at.place.t);
  }

  Result<bool> bind_line(const Pointing& at, const Ask& ask) {
    const Connector point = point_of(at, place_matters(holding_.kind, ask), at.other);
    if (!std::holds_alternative<SlidingAt>(point.what)) {
      text(ask.input) = text_of(scratch_, point);
      text(ask.direction) = text_of(scratch_, direction_at(scratch_.world, at));
      return true;
    }
    const std::string name = scratch_.names->fresh("p");
    if (const auto done = add({edit::PointEdit{name, text_of(scratch_, point)}}); !done) return done;
    const ConnectorId id = scratch_.find(name).as<Connector>();
    text(ask.input) = name;
    text(ask.direction) = text_of(scratch_, tangent_at(at.place.curve, id));
    return true;
  }

  Result<bool> check() const {
    bool moves = false;
    for (std::size_t i = 0; i < on_.size(); ++i) {
      if (usual_[i]) continue;
      moves = moves || !on_[i].starts_with('(');
      for (std::size_t k = 0; k < i; ++k)
        if (!usual_[k] && on_[k] == on_[i])
          return refused(on_[i] + " is there twice", "point at something else");
    }
    return moves ? Result<bool>(true) : refused("nothing of it is on a curve", "click on a curve");
  }

  // Numbers that are all locked could not be moved by it: the last one is, so that it follows.
  Result<bool> free_last_lock() {
    if (numbers_.empty() || inputs_of(holding_.kind, Shape::number).size() != on_.size()) return true;
    for (const Connector& number : numbers_) {
      const auto* parameter = std::get_if<ParameterOf>(&number.what);
      const Body* body = scratch_.world->body(number.curve);
      if (!parameter || !body->locked[static_cast<std::size_t>(parameter->index)]) return true;
    }
    const Connector& last = numbers_.back();
    const CurveType& type = *scratch_.world->find(last.curve)->type;
    const int index = std::get<ParameterOf>(last.what).index;
    return add({edit::Unlock{scratch_.name(last.curve), {written_parameter(type, index)}}});
  }

  Result<std::vector<Edit>> constrain(const std::string& name) {
    edit::Constrain edit{holding_.kind.name, name, on_, {}, false};
    if (holding_.compliance > 0) edit.compliance = holding_.compliance;
    const Result<Document> tried = apply(scratch_, {edit});
    if (!tried) return tried.error();
    const World& world = tried->world;
    const Constraint& made = *world.find(tried->find(name).as<Constraint>());
    const Eigen::VectorXd numbers = present_numbers(world, made);
    for (std::size_t i = 0; i < on_.size(); ++i)
      if (usual_[i]) edit.on[i] = shortest(numbers[offset_of(holding_.kind, static_cast<int>(i))]);
    edits_.push_back({edit});
    return edits_;
  }

  // The usual numbers for which the constraint holds as the figure stands: lengths and angles, or
  // any when there are none of these. Newton's steps of least length; c is linear in nearly all.
  Eigen::VectorXd present_numbers(const World& world, const Constraint& made) const {
    const ConstraintKind& kind = holding_.kind;
    Eigen::VectorXd in(kind.input_size() + 1);
    in[in.size() - 1] = world.time;
    std::vector<int> units, plain;  // of the usual numbers: where they stand in `in`
    for (std::size_t i = 0; i < made.on.size(); ++i) {
      const int at = offset_of(kind, static_cast<int>(i));
      Point value = Point::Zero();
      if (!reading_of(world, made.on[i], value)) value.setZero();
      for (int k = 0; k < size_of(kind.inputs[i].shape); ++k) in[at + k] = value[k];
      if (usual_[i]) (kind.inputs[i].role == Role::number ? plain : units).push_back(at);
    }
    std::vector<int>& free = units.empty() && !kind.timed ? plain : units;
    if (free.empty()) return in;
    for (int step = 0; step < most_number_steps; ++step) {
      const std::optional<Evaluation> e = evaluate(kind, in);
      if (!e || e->c.norm() <= met_number * (1 + in.norm())) return in;
      const Eigen::MatrixXd J = e->J(Eigen::all, free);
      const Eigen::VectorXd move = -J.completeOrthogonalDecomposition().solve(e->c);
      Eigen::VectorXd next = in;
      for (std::size_t k = 0; k < free.size(); ++k)
        next[free[k]] += move[static_cast<Eigen::Index>(k)];
      const std::optional<Evaluation> there = evaluate(kind, next);
      if (!there || !(there->c.norm() < e->c.norm())) return in;
      in = next;
    }
    return in;
  }

  Document scratch_;
  const Holding& holding_;
  std::vector<Ask> asks_;
  std::vector<char> usual_;
  Strings on_;
  std::vector<Connector> numbers_;
  std::vector<Edit> edits_;
};

// How much each parameter stretches the curve at t: d|x_t|/dq, for choosing among lengths.
std::vector<double> stretches(const Curve& curve, double t) {
  std::vector<double> found(static_cast<std::size_t>(curve.q.size()), 0);
  const Kernel& sweep = curve.type->sweep;
  Locale here;
  locate(curve, t, here);
  Eigen::VectorXd out(sweep.outputs());
  if (!sweep || !sweep(here.in.data(), out.data())) return found;
  const Point x_t = out.head<2>();
  const double speed = x_t.norm();
  if (!(speed > 0)) return found;
  for (std::size_t i = 0; i < here.column.size(); ++i) {
    const auto k = static_cast<Eigen::Index>(4 + 2 * i);
    if (k + 2 <= out.size())
      found[static_cast<std::size_t>(here.column[i])] += x_t.dot(out.segment<2>(k)) / speed;
  }
  return found;
}

}  // namespace

std::vector<Ask> asks_of(const ConstraintKind& kind) {
  const std::vector<int> points = inputs_of(kind, Shape::point);
  const std::vector<int> directions = inputs_of(kind, Shape::direction);
  const std::vector<char> usual = usual_values_written(kind);
  const std::size_t lines = directions.size() <= points.size() ? directions.size() : 0;
  std::vector<Ask> asks;
  for (std::size_t i = 0; i < points.size() - lines; ++i)
    asks.push_back({What::point, points[i], -1, Role::number});
  for (std::size_t i = 0; i < directions.size(); ++i)
    asks.push_back(lines ? Ask{What::line, points[points.size() - lines + i], directions[i], Role::number}
                         : Ask{What::direction, directions[i], -1, Role::number});
  for (const int i : inputs_of(kind, Shape::number))
    if (!usual[static_cast<std::size_t>(i)])
      asks.push_back({What::number, i, -1, kind.inputs[static_cast<std::size_t>(i)].role});
  return asks;
}

std::optional<Fit> fit(const Document& document, const ConstraintKind& kind,
                       const std::vector<Pointing>& places, Prefer prefer) {
  if (places.size() > asks_of(kind).size()) return std::nullopt;
  return Fitter(document, kind, places, prefer).run();
}

Result<std::vector<Edit>> constrain_edits(const Document& document, const Holding& holding,
                                          const std::string& name) {
  return Making(document, holding).run(name);
}

std::optional<Number> typed_number(const World& world, ConstraintId id) {
  const Constraint* constraint = world.find(id);
  if (!constraint) return std::nullopt;
  for (int i = 0; i < static_cast<int>(constraint->on.size()); ++i)
    if (constraint->kind->inputs[static_cast<std::size_t>(i)].shape == Shape::number &&
        !constraint->on[static_cast<std::size_t>(i)].connector)
      return Number(InputOf{id, i, 0});
  return std::nullopt;
}

Connector direction_at(const World& world, const Pointing& at) {
  const Connector tangent = tangent_at(at.place.curve, at.place.t);
  Point along;
  if (!reading_of(world, tangent, along)) return tangent;
  for (const auto& measure : world.find(at.place.curve)->type->measures) {
    if (measure.shape != Shape::direction || measure.along) continue;
    const Connector named = measure_of(at.place.curve, measure.name);
    Point direction;
    if (!reading_of(world, named, direction) || !(direction.norm() > 0)) continue;
    direction.normalize();
    if (std::abs(along.x() * direction.y() - along.y() * direction.x()) < parallel_within)
      return named;
  }
  return tangent;
}

std::vector<Connector> numbers_at(const World& world, const Pointing& at, Role role) {
  const CurveId id = at.place.curve;
  const Curve* curve = world.find(id);
  if (!curve) return {};
  const CurveType& type = *curve->type;
  std::vector<Connector> found;
  const auto add_measures = [&](Role wanted) {
    for (const auto& measure : type.measures)
      if (measure.shape == Shape::number && !measure.along && measure.role == wanted)
        found.push_back(measure_of(id, measure.name));
  };
  const auto add_parameters = [&](Role wanted) {
    const std::vector<double> stretch = stretches(*curve, at.place.t);
    std::vector<int> indices;
    for (int i = 0; i < static_cast<int>(curve->q.size()); ++i)
      if (parameter(type, i).role == wanted && !parameter(type, i).whole) indices.push_back(i);
    std::stable_sort(indices.begin(), indices.end(), [&](int a, int b) {
      return std::abs(stretch[static_cast<std::size_t>(a)]) >
             std::abs(stretch[static_cast<std::size_t>(b)]);
    });
    for (const int i : indices) found.push_back(parameter_of(id, i));
  };
  if (at.contact)  // how far along the curve the contact is
    for (const auto& measure : type.measures)
      if (measure.shape == Shape::number && measure.along && measure.role == role)
        found.push_back(measure_of(id, measure.name, at.contact));
  if (role == Role::number) add_measures(role);
  add_parameters(role);
  if (role != Role::number) add_measures(role);
  return found;
}

std::vector<Pointing> chosen_places(const Document& document, const Selection& selection) {
  std::vector<Pointing> places;
  std::set<CurveId> placed;
  for (const PickedPlace& place : selection.places()) {
    places.push_back({place, false, 0, {}});
    placed.insert(place.curve);
  }
  for (const CurveId id : selection.curves()) {
    const Curve* curve = document.world->find(id);
    if (!curve || placed.contains(id)) continue;
    PickedPlace middle{id, (t_begin(*curve) + t_end(*curve)) / 2, {}, Point::Zero()};
    if (!point_at(*curve, middle.t, middle.at)) continue;
    places.push_back({middle, false, 0, {}});
  }
  return places;
}

// ---- words

std::string words_of(const Ask& ask) {
  switch (ask.what) {
    case What::point:
      return "a point";
    case What::direction:
      return "a direction";
    case What::line:
      return "a curve";
    case What::number:
      return ask.role == Role::length  ? "a length"
             : ask.role == Role::angle ? "an angle"
                                       : "a number";
  }
  return "";
}

std::string words_of(const ConstraintKind& kind, const Fit& fit) {
  const std::vector<Ask> asks = asks_of(kind);
  std::string text;
  for (std::size_t i = 0; i < fit.open.size();) {
    const std::string one = words_of(asks[static_cast<std::size_t>(fit.open[i])]);
    std::size_t end = i;
    while (end < fit.open.size() && words_of(asks[static_cast<std::size_t>(fit.open[end])]) == one)
      ++end;
    const bool again = std::any_of(fit.answers.begin(), fit.answers.end(), [&](const Answer& a) {
      return a.ask >= 0 && words_of(asks[static_cast<std::size_t>(a.ask)]) == one;
    });
    if (!text.empty()) text += end == fit.open.size() ? " and " : ", ";
    const std::string bare = one.substr(one.find(' ') + 1);
    text += end - i > 1 ? std::to_string(end - i) + (again ? " more " : " ") + bare + "s"
            : again     ? "another " + bare
                        : one;
    i = end;
  }
  return text;
}

std::string words_of(const Document& document, const ConstraintKind& kind, const Pointing& at,
                     const Answer& answer) {
  if (!at.place.curve) return "this place of the paper";
  const std::string& curve = document.name(at.place.curve);
  const Ask ask = answer.ask < 0 ? Ask{} : asks_of(kind)[static_cast<std::size_t>(answer.ask)];
  switch (answer.how) {
    case How::ends:
      return "both ends of " + curve;
    case How::direction:
      return "direction of " + curve;
    case How::number: {
      const std::vector<Connector> numbers = numbers_at(document.world, at, ask.role);
      if (numbers.empty()) return curve;
      return describe(document, numbers[static_cast<std::size_t>(at.choice) % numbers.size()]);
    }
    case How::line:
      return at.place.special && !at.other ? describe(document, *at.place.special) : curve;
    case How::point:
      break;
  }
  return describe(document, at.place.special ? *at.place.special
                                             : point_at(at.place.curve, at.place.t));
}

}  // namespace limber
