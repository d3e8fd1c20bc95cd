// A constraint of any kind: point at what it asks for, in any order; when nothing more is wanted it
// is made, with its number as the figure has it, ready to be typed. What is chosen already counts:
// when it is all that is asked for, the command alone does it.
#include <algorithm>
#include <tuple>

#include "app/drawing/draw.h"
#include "app/drawing/glyphs.h"
#include "app/edits/apply.h"
#include "app/editor/dimensions.h"
#include "app/editor/kind_commands.h"
#include "app/editor/picked.h"
#include "app/tools/tools.h"

namespace limber {

namespace {

class ConstrainTool : public Tool {
 public:
  ConstrainTool(std::string command, Hold held)
      : command_(std::move(command)), held_(std::move(held)) {}
  std::string_view command() const override { return command_; }

  bool begin(Editor& editor) override {
    std::vector<Pointing> chosen = chosen_places(editor.document(), editor.selection());
    if (chosen.empty()) return true;
    const std::optional<Choice> all = choose(editor, chosen, Prefer::complete);
    if (all && all->fit.complete()) {
      make(editor, *all, chosen);
      return false;
    }
    // What was pointed at is a beginning; what is chosen because it was just drawn is not.
    chosen.resize(editor.selection().places().size());
    if (!chosen.empty() && choose(editor, chosen, Prefer::plain)) places_ = chosen;
    return true;
  }

  void press(Editor& editor, const PointerEvent& event) override {
    hover(editor, event);
    std::vector<Pointing> places = places_;
    places.push_back(here_);
    const std::optional<Choice> choice = choose(editor, places, Prefer::plain);
    if (!choice) return editor.say(title(editor) + " does not take this: " + wanted(editor));
    places_ = std::move(places);
    if (choice->fit.complete()) make(editor, *choice, std::exchange(places_, {}));
    hover(editor, event);
  }
  void move(Editor& editor, const PointerEvent& event) override { hover(editor, event); }
  void release(Editor&, const PointerEvent&) override {}

  bool key(Editor& editor, const KeyEvent& event) override {
    if (!event.down || event.modifiers != Modifiers{}) return false;
    if (event.key == key_tab) {
      ++choice_;  // another number of the same curve
      ++here_.choice;
    } else if (event.key == key_backspace && !places_.empty()) {
      places_.pop_back();
    } else if (event.key == key_enter && !places_.empty()) {
      const std::optional<Choice> all = choose(editor, places_, Prefer::complete);
      if (!all || !all->fit.complete()) return false;
      make(editor, *all, std::exchange(places_, {}));
    } else {
      return false;
    }
    editor.touch();
    return true;
  }

  bool busy() const override { return !places_.empty(); }
  bool changes() const override { return false; }
  bool cancel(Editor& editor) override {
    if (places_.empty()) return false;
    places_.clear();
    editor.touch();
    return true;
  }

  bool look_again(Editor& editor) override {
    std::erase_if(places_, [&](const Pointing& one) {
      return one.place.curve && !editor.document().has(one.place.curve);
    });
    here_ = pointing_at(editor, editor.pointer(), places_);
    return !kinds(editor).empty();
  }

  void draw_hint(SkCanvas& canvas, const Editor& editor) const override {
    if (const auto now = choose(editor, places_, Prefer::plain))
      for (std::size_t i = 0; i < places_.size(); ++i)
        draw_place(canvas, editor, places_[i], now->fit.answers[i]);
    if (!editor.pointer_on_paper()) return;
    const SkPoint at = to_skia(editor.pointer());
    std::vector<Pointing> places = places_;
    places.push_back(here_);
    const std::optional<Choice> next = choose(editor, places, Prefer::plain);
    std::string words = wanted(editor);
    if (next && here_.place.curve) {
      draw_place(canvas, editor, here_, next->fit.answers.back());
      words = words_of(editor.document(), *next->kind, here_, next->fit.answers.back());
    }
    draw_label(canvas, words, {at.x() + 14, at.y() - 10}, editor.theme());
  }

  std::string status(const Editor& editor) const override {
    std::vector<Pointing> places = places_;
    places.push_back(here_);
    const std::optional<Choice> next = choose(editor, places, Prefer::plain);
    const std::string back = places_.empty() ? " · Esc: back to pulling"
                                             : " · Backspace: one back · Esc: begin again";
    if (!next || !here_.place.curve) return title(editor) + ": click " + wanted(editor) + back;
    const Answer& answer = next->fit.answers.back();
    std::string text = title(editor) + ": click for " +
                       words_of(editor.document(), *next->kind, here_, answer);
    if (!next->fit.complete()) text += " · then " + words_of(*next->kind, next->fit);
    if (const auto all = choose(editor, places_, Prefer::complete);
        !places_.empty() && all && all->fit.complete())
      text += " · Enter: " + all->kind->title + " of what there is";
    if (answer.how == Answer::How::ends) text += " · Shift: this point of it";
    if (answer.how == Answer::How::number) text += " · Tab: another number of it";
    if (answer.how == Answer::How::point || answer.how == Answer::How::line)
      text += " · Shift: slides or not";
    return text + back;
  }

 private:
  struct Choice {
    std::shared_ptr<const ConstraintKind> kind;
    Fit fit;
  };
  using Kinds = std::vector<std::shared_ptr<const ConstraintKind>>;

  Kinds kinds(const Editor& editor) const {
    Kinds found;
    for (const std::string& name : held_.kinds)
      if (auto kind = editor.document().kinds->find(name)) found.push_back(std::move(kind));
    return found;
  }

  // Of the kinds this tool stands for, the one that these places fit best.
  std::optional<Choice> choose(const Editor& editor, const std::vector<Pointing>& places,
                               Prefer prefer) const {
    std::optional<Choice> best;
    const auto rank = [&](const Fit& fit) {
      const bool wants = prefer == Prefer::complete && !fit.complete();
      return std::tuple<bool, int, int>(wants, fit.forced, fit.doubt);
    };
    for (const auto& kind : kinds(editor)) {
      std::optional<Fit> one = fit(editor.shown(), *kind, places, prefer);
      if (!one || (prefer == Prefer::plain && one->forced > 0)) continue;
      if (!best || rank(*one) < rank(best->fit)) best = Choice{kind, *std::move(one)};
    }
    return best;
  }

  std::string title(const Editor& editor) const {
    const std::optional<Choice> now = choose(editor, places_, Prefer::plain);
    if (now && !places_.empty() && held_.kinds.size() > 1) return now->kind->title;
    if (!held_.title.empty()) return std::string(held_.title);
    return now ? now->kind->title : command_;
  }

  std::string wanted(const Editor& editor) const {
    std::string text;
    for (const auto& kind : kinds(editor)) {
      const std::optional<Fit> one = fit(editor.shown(), *kind, places_, Prefer::plain);
      if (!one || one->forced > 0) continue;
      const std::string words = words_of(*kind, *one);
      if (text.find(words) == text.npos) text += (text.empty() ? "" : ", or ") + words;
    }
    return text;
  }

  void hover(Editor& editor, const PointerEvent& event) {
    const CurveId before = here_.place.curve;
    here_ = pointing_at(editor, event.at, places_);
    here_.other = event.modifiers.shift;
    if (here_.place.curve != before) choice_ = 0;
    here_.choice = choice_;
    editor.touch();
  }

  void make(Editor& editor, const Choice& choice, const std::vector<Pointing>& places) {
    choice_ = 0;
    const Document& document = editor.shown();
    const std::string name = document.names->fresh(choice.kind->name);
    const double compliance = held_.stiffness > 0 ? 1 / held_.stiffness : 0;
    Result<std::vector<Edit>> edits = constrain_edits(
        document, {*choice.kind, places, choice.fit, held_.slide, compliance}, name);
    if (edits && !held_.then.empty()) edits = with_contacts(document, *edits, name);
    if (!edits) return editor.say(sentence(edits.error()));
    if (held_.dimension)
      edits->push_back({edit::DimensionEdit{name, "", place_beside(editor, places.back().place.at)}});
    const std::string& title = choice.kind->title;
    if (!editor.perform(held_.title.empty() ? title : std::string(held_.title), *edits)) return;
    const ConstraintId id = editor.document().find(name).as<Constraint>();
    editor.selection().clear();
    editor.selection().add(id);
    if (const std::optional<Number> number = typed_number(editor.world(), id))
      editor.ask_for({*number, places.back().place.at});
  }

  // And what is to hold where the constraint of this name, made by these edits, makes curves touch.
  Result<std::vector<Edit>> with_contacts(Document document, std::vector<Edit> edits,
                                          const std::string& name) const {
    for (const Edit& one : edits) {
      Result<Document> next = apply(document, one);
      if (!next) return next.error();
      document = *std::move(next);
    }
    const World& world = document.world;
    std::vector<Pointing> contacts;
    for (const Argument& argument : world.find(document.find(name).as<Constraint>())->on) {
      const Connector* connector = world.find(argument.connector);
      const auto* sliding = connector ? std::get_if<SlidingAt>(&connector->what) : nullptr;
      if (sliding)
        contacts.push_back(
            {{connector->curve, sliding->t, {}, Point::Zero()}, false, 0, argument.connector});
    }
    const auto kind = document.kinds->find(held_.then);
    const auto one = kind ? fit(document, *kind, contacts, Prefer::complete) : std::nullopt;
    if (!one || !one->complete())
      return Error{"These curves cannot roll: one of them does not say how far along it a point is",
                   0, 0, 1, "take lines, circles, wheels or splines", {}};
    const Result<std::vector<Edit>> more = constrain_edits(
        document, {*kind, contacts, *one}, document.names->fresh(held_.then));
    if (!more) return more.error();
    edits.insert(edits.end(), more->begin(), more->end());
    return edits;
  }

  static void draw_place(SkCanvas& canvas, const Editor& editor, const Pointing& at,
                         const Answer& answer) {
    const Theme& theme = editor.theme();
    const bool point = answer.how == Answer::How::point || answer.how == Answer::How::line;
    if (answer.how != Answer::How::point)
      if (const DrawnCurve* curve = editor.drawn().find(at.place.curve))
        draw_curve(canvas, *curve, editor.camera(),
                   stroke(SkColorSetA(theme.snap, 110), stroke_width + halo_width));
    if (point)
      draw_snap(canvas, to_skia(editor.camera().to_window(at.place.at)), theme, !at.place.special);
  }

  std::string command_;
  Hold held_;
  std::vector<Pointing> places_;
  Pointing here_;
  int choice_ = 0;  // which number of the curve under the pointer
};

}  // namespace

std::unique_ptr<Tool> make_constrain_tool(std::string_view command) {
  Hold held = hold_of(command);
  if (held.kinds.empty()) return nullptr;
  return std::make_unique<ConstrainTool>(std::string(command), std::move(held));
}

}  // namespace limber
