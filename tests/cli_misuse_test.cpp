// What happens when it is used wrongly: the status, and the sentence a person reads.
#include <doctest/doctest.h>
#include <unistd.h>

#include "tests/program.h"

using namespace limber;

namespace {

const std::string four_bar = "data/drawings/four-bar.limber";

struct Misuse {
  std::vector<std::string> words;
  int status;
  std::string says;        // part of what is said
  std::string input = {};  // on standard input
};

const std::vector<Misuse>& misuses() {
  static const std::string good = contents(source_folder() + "/" + four_bar);
  static const std::vector<Misuse> all = {
      // the command line itself: 2
      {{"rendr", "x"}, 2, "did you mean limber render?"},
      {{"nonsense"}, 2, "neither a command nor a drawing"},
      {{"render"}, 2, "limber render needs FILE"},
      {{"render", four_bar}, 2, "-o FILE"},
      {{"render", four_bar, "--sise", "3x4"}, 2, "did you mean --size?"},
      {{"render", four_bar, "--size", "wide"}, 2, "like 1920x1080"},
      {{"render", four_bar, "--size", "0x10"}, 2, "like 1920x1080"},
      {{"render", four_bar, "-o"}, 2, "needs a value: FILE"},
      {{"render", four_bar, "-o", "out.xyz"}, 2, "svg, pdf, png, webp, dxf, gif, apng, mp4, webm, html"},
      {{"render", four_bar, "-o", "out.png", "--fit", "1,2,3"}, 2, "x0,y0,x1,y1"},
      {{"render", four_bar, "-o", "out.png", "--theme", "pink"}, 2, "wants one of light, dark"},
      {{"render", four_bar, "--quiet=yes", "-o", "o.png"}, 2, "takes no value"},
      {{"render", four_bar, four_bar, "-o", "o.png"}, 2, "takes only FILE"},
      {{"render", four_bar, "-o", "a.png", "-o", "b.png"}, 2, "given twice"},
      {{"simulate", four_bar, "--seconds", "-1"}, 2, "cannot be negative"},
      {{"simulate", four_bar, "--seconds", "soon"}, 2, "0.5s, 200ms"},
      {{"simulate", four_bar, "--dt", "0"}, 2, "--dt must be more than 0"},
      {{"simulate", four_bar, "--format", "xml"}, 2, "wants one of csv, jsonl"},
      {{"simulate", four_bar, "--trace", "crnk.phi"}, 2, "did you mean crank?"},
      {{"simulate", four_bar, "--trace", "crank.fi"}, 2, "crank has no 'fi'"},
      {{"simulate", four_bar, "--trace", "crank"}, 2, "which part"},
      {{"simulate", four_bar, "--until", "P.y"}, 2, "P.y < 0"},
      {{"simulate", four_bar, "--drive", "motor=fast"}, 2, "write motor=60rpm"},
      {{"simulate", four_bar, "--drive", "wheel=60rpm"}, 2, "no motor is called 'wheel'"},
      {{"simulate", four_bar, "--set", "crank.phi"}, 2, "a name, = and a number"},
      {{"simulate", four_bar, "--set", "P.x=3"}, 2, "cannot be set"},
      {{"check", "-z", four_bar}, 2, "has no option -z"},
      {{"check", "-", "-"}, 2, "only once"},
      {{"completions", "tcsh"}, 2, "wants one of bash, zsh, fish"},
      {{"help", "everything"}, 2, "there is no command 'everything'"},
      {{"help", "simulat"}, 2, "did you mean limber simulate?"},
      {{"render", four_bar, "-o", "o.png", "--theme", "lihgt"}, 2, "did you mean light?"},
      {{"simulate", four_bar, "--every", "0", "--trace", "P.x"}, 2, "1 or more"},
      {{"simulate", four_bar, "--threads", "0"}, 2, "1 or more"},
      {{"simulate", four_bar, "--drive", "mtoor=60rpm"}, 2, "did you mean motor?"},
      {{"simulate", four_bar, "--save", four_bar}, 2, "this is the input"},
      {{"simulate", four_bar, "--set", "crank.l=1e300"}, 2, "between -1e12 and 1e12"},
      {{"simulate", four_bar, "--drive", "motor=1e300rpm"}, 2, "between -1e12 and 1e12"},
      {{"simulate", four_bar, "--trace", "P.x", "-o", "a.csv", "--save", "a.csv"},
       2,
       "--output writes"},
      {{"bench", "--part", "solvr"}, 2, "did you mean solver?"},
      {{"open", four_bar, "--record", four_bar}, 2, "this is the input"},
      {{"info", "now"}, 2, "takes no file"},
      {{"convert", four_bar}, 2, "-o FILE or --in-place"},
      {{"convert", four_bar, "-o", four_bar}, 2, "only with --in-place"},
      {{"fmt", four_bar, "data/drawings/rope.limber"}, 2, "only be written with --in-place"},
      // files: 1
      {{"check", "there-is-no-such.limber"}, 1, "there-is-no-such.limber"},
      {{"render", four_bar, "-o", "no/such/folder/out.png"}, 1, "out.png"},
      {{"check", "data"}, 1, "data"},
      {{"pull", four_bar, "missing.pull"}, 1, "missing.pull"},
      // documents, scripts, recordings: 3
      {{"check", "-"}, 3, "not a Limber drawing", "this is no drawing"},
      {{"check", "README.md"}, 3, "not a Limber drawing"},
      {{"check", "data/curves/bar.curve"}, 3, "limber curve data/curves/bar.curve"},
      {{"render", "data/curves/bar.curve", "-o", "o.png"}, 3, "limber curve data/curves/bar.curve"},
      {{"check", "data/drawings/four-bar.pull"}, 3, "limber pull DRAWING"},
      {{"check", "-"},
       3,
       "did you mean circle?",
       "{\"limber\": 1, \"curves\": [{\"name\": \"a\", \"type\": \"cirle\"}]}"},
      {{"check", "-"},
       3,
       "between -1e12 and 1e12",
       "{\"limber\": 1, \"curves\": [{\"name\": \"a\", \"type\": \"circle\", \"q\": {\"r\": "
       "1e300}}]}"},
      {{"pull", four_bar, "-"},
       3,
       "standard input:2:5: crank has no 'fi'",
       "play\nset crank.fi 3\n"},
      {{"check", "-"}, 3, "limber", "{}"},
      {{"check", "-"}, 3, "later Limber", "{\"limber\": 99}"},
      {{"check", "-"}, 3, "standard input", good.substr(0, good.size() / 2)},
      {{"check", "-"}, 3, "speedd", "{\"limber\": 1, \"speedd\": 3}"},
      {{"pull", four_bar, "-"}, 3, "did you mean grab?", "grap a coupler t=1\n"},
      {{"pull", four_bar, "-"},
       3,
       "no curve of the drawing is called 'cupler'",
       "grab a cupler t=1\n"},
      {{"pull", four_bar, "-"}, 3, "holds nothing", "move a 1 2\n"},
      {{"pull", four_bar, "-"}, 3, "runs from t=0 to t=1", "grab a coupler t=2\n"},
      {{"pull", four_bar, "-"},
       3,
       "must lie in the folder",
       "grab a coupler t=1\nmove a file ../x.csv in 1s\n"},
      {{"replay", "-"}, 3, "begins with a document line", "play\n"},
      // formulas: 4
      {{"curve", "-"}, 4, "", "curve bad \"Bad\"\n  x = cos(thetta)\n  y = 1\n"},
      {{"curve", "no_such_kind"}, 1, "no_such_kind"},
      {{"curve", "cirle"}, 1, "did you mean circle?"},
      {{"check", "-"},
       4,
       "formula",
       "{\"limber\": 1, \"types\": [{\"name\": \"w\", \"formula\": [\"curve w\", \"  x = "
       "sin(\"]}]}"},
      // not met, limits, differences: 5, 6, 7
      {{"check", "--strict", "data/drawings/impossible-triangle.limber"}, 5, "conflict"},
      {{"render", four_bar, "-o", "out.png", "--size", "40000x10"}, 6, "32767"},
      {{"render", four_bar, "-o", "out.png", "--size", "30000x30000"}, 6, "512 MB"},
      {{"check", four_bar, "--limit-nodes", "3"}, 6, "more than the limit of 3"},
      {{"simulate", "data/drawings/jansen-leg.limber", "--seconds", "100000", "--limit-time",
        "200ms"},
       6,
       "time limit"},
      {{"simulate", four_bar, "--expect-hash", "0000000000000000"},
       7,
       "expected was 0000000000000000"},
      {{"pull", four_bar, "-"}, 7, "the script says", "hash 0000000000000001\n"},
  };
  return all;
}

}  // namespace

TEST_CASE("each misuse has its status and a sentence that names the way out") {
  CHECK(misuses().size() >= 40);
  for (const Misuse& misuse : misuses()) {
    std::string line = "limber";
    for (const std::string& word : misuse.words) line += ' ' + word;
    CAPTURE(line);
    CAPTURE(misuse.input);
    const Ran ran = run_limber(misuse.words, misuse.input);
    CAPTURE(ran.err);
    CHECK(ran.status == misuse.status);
    CHECK(ran.err.find(misuse.says) != std::string::npos);
    CHECK_FALSE(ran.err.empty());
    // Nothing half done is left, and no data is mixed with the complaint.
    if (misuse.words[0] != "simulate" && misuse.words[0] != "pull" && misuse.words[0] != "check")
      CHECK(ran.out.empty());
  }
}

TEST_CASE("standard output that cannot be written is a failure") {
  if (access("/dev/full", W_OK) != 0) return;
  CHECK(run_limber({"simulate", four_bar, "--trace", "P.x", "-o", "/dev/full/x"}).status == 1);
}
