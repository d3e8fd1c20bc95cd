#include <doctest/doctest.h>

#include <string>

#include "codegen/compile.h"
#include "codegen/explain.h"
#include "codegen/limits.h"

using namespace limber;

namespace {

// The first lines of most of the files below: a place p, a length r, and t.
const std::string kHead = "curve c \"C\"\n  place p = (0, 0)\n  length r = 10\n  t from 0 to tau\n";

struct Wrong {
  bool after_head;
  const char* text;
  int line, column;
  const char* message;
  const char* suggestion;
};

// Mistakes of beginners, and what they are told: where, what, and what to do where that is clear.
const Wrong kWrong[] = {
    {true, "  at = p + r\n", 5, 10, "A point and a number cannot be added.",
     "a point is written (u, v)"},
    {true, "  x = atan2(t)\n  y = t\n", 5, 7, "atan2 takes 2 values, and here is 1.", ""},
    {false, "curve c\n  length r = 1\n  t from 1 to 0\n  at = r (t, t)\n", 3, 3,
     "t must end beyond where it begins.", ""},
    {true, "  pint top = p\n  at = p + (t, 0)\n", 5, 3, "A line cannot start with pint.",
     "did you mean point?"},
    {true, "  x = sin t r\n  y = t\n", 5, 13, "It is unclear where the value of sin ends.",
     "put it in brackets: sin( )"},
    {true, "  x = cos t/2\n  y = t\n", 5, 12, "It is unclear where the value of cos ends.",
     "put it in brackets: cos( )"},
    {true, "  x = 1e999 t\n  y = t\n", 5, 7, "This number is too large.", ""},
    {true, "  x = {t}\n  y = t\n", 5, 7, "The sign { means nothing here.",
     "use round brackets ( ); cases are written piecewise(a if t < 1, b otherwise)"},
    {true, "  x = p.z\n  y = t\n", 5, 8, "After a point's name and a dot comes x or y.", ""},
    {false, "constraint d (point a, point b):\n  2 = 3\n", 2, 3,
     "This row depends on nothing, so nothing can make it hold.", ""},
    {false, "constraint d (a, point b):\n  a = b\n", 1, 15,
     "Each input says what it is: point, direction, length, angle or number.",
     "write point a, or number a"},
    {false, "constraint d (point a, point b)\n  a = b\n", 1, 32,
     "Here a : is missing after the inputs, before the end of the line.", ""},
    {false, "constraint d (point a, point b):\n", 1, 12, "It is not said what should hold.",
     "add a line: |a - b| = d"},
    {false, "constraint d (point a, point b, number k):\n  a - b = k\n", 2, 11,
     "On the left is a point, on the right a number.", ""},
    {true, "  x = t < 1\n  y = t\n", 5, 7, "Here a number is wanted, and this is a condition.", ""},
    {true, "  at = p + r (cos t, sin t)\n  corners at 7\n", 6, 14,
     "This corner lies outside the range of t.", ""},
    {true, "  let a = b + 1\n  let b = 2a\n  x = a\n  y = t\n", 5, 7,
     "a is defined by itself: a needs b, which needs a.", "define one of them without the other"},
    {true, "  x = 99999999999999999999999999999999999999999 t\n  y = t\n", 5, 7,
     "This number has more than 40 digits.", ""},
    {true, "  x = t/0\n  y = t\n", 5, 8, "This divides by zero.", ""},
    {true, "  x = 2 */ t\n  y = t\n", 5, 10,
     "Here a number, a name or a bracket should follow, not /.", ""},
    {true, "  at = p + r (cos t, sin t)\n  draw p = press, r = release - press\n", 6, 23,
     "Here a number is wanted, and this is a point.", "take its .x or .y, or its length | |"},
    {true, "  at = p + r (cos t, sin t)\n  draw q = press\n", 6, 8,
     "q is not a parameter of this curve.", ""},
    {true, "  x = sin()\n  y = t\n", 5, 7, "sin takes 1 value, and here are 0.", ""},
    {true, "  x =\n  y = t\n", 5, 6,
     "The line ends where a number, a name or a bracket should follow.", ""},
    {true, "  x = r*cos(t))\n  y = t\n", 5, 15, "This bracket was never opened.", ""},
    {true, "  x = gamma(t)\n  y = t\n", 5, 7, "There is no function gamma.",
     "there are sqrt, exp, log, sin, cos, tan, atan2, min, max, floor and more"},
    {true, "  x = \\tehta\n  y = t\n", 5, 7, "\\tehta is not a Greek letter.",
     "did you mean theta?"},
    {true, "  x = r/2t\n  y = t\n", 5, 10, "It is unclear whether t is divided by, too.",
     "write .../(2*t) or (.../2)*t"},
    {true, "  x = if(t, 1, 2)\n  y = t\n", 5, 10,
     "Here in if a condition is wanted, and this is a number.",
     "a condition compares, as in t < 1"},
    {true, "  at = p + r (cos t, sin t)\n  length l = integral(|x'|, 0, 1)\n", 6, 32,
     "An integral runs between begin, end and t.", "write integral(f, begin, t)"},
    {true, "  x = integral(t)\n  y = t\n", 5, 3, "The curve itself cannot contain an integral.",
     "integrals are for number, length, angle and point lines"},
    {true, "  at = p + r (cos t, sin t)\n  length l = integral(integral(|x'|))\n", 6, 14,
     "An integral inside an integral cannot be worked out.", ""},
    {true, "  x = t*log(-1)\n  y = t\n", 5, 9, "log has no value for this number.", ""},
    {true, "", 1, 7, "It is not said where the curve runs.",
     "add lines x = ... and y = ..., or at = ( , )"},
    {true, "  y = r cos t\n", 5, 3, "y is given, but x is missing.", "add a line, as in x = t"},
    {true, "  x = r cos t\n", 5, 3, "x is given, but y is missing.", "add a line, as in y = t"},
    {true, "  x = p*p\n  y = t\n", 5, 8, "Two points cannot be multiplied.",
     "use dot(a, b) or cross(a, b)"},
    {false,
     "curve c\n  length r = 1, r > 2\n  t from 0 to tua\n  x = r*coss(t)\n  y = q + (1\n  point m "
     "= 3\n",
     2, 14, "The default of r is outside its own range.", ""},
    {false, "  x = t\n  y = t\n", 1, 3, "The first line says what is defined.",
     "start with curve, constraint or preference, and a name"},
    {false, "curve \"Circle\"\n  t from 0 to 1\n  at = (t, t)\n", 1, 7,
     "After the word curve its name is missing.",
     "one word without quotation marks, as in curve wheel"},
    {true, "  x = piecewise(1 if t < 1, 2 if t < 2)\n  y = t\n", 5, 39,
     "Piecewise does not say what holds otherwise.", "end with: , 0 otherwise)"},
    {false, "curve c\n  length r = 1\n  at = r (cos t, sin t)\n", 1, 7,
     "It is not said where t begins and ends.", "add a line: t from 0 to tau"},
    {false, "curve c\n  length r\n  t from 0 to 1\n  at = r (t, t)\n", 2, 11,
     "After r its value is missing.", "write r = 1"},
    {false, "curve c\n  nodes place p = (0, 0)\n  at = (1 - t) p[0] + t p[1]\n", 2, 15,
     "Here are 1 nodes, and at least 2 are needed.", ""},
    {false, "curve c\n  nodes place p = (0, 0), (1, 1)\n  at = (1 - t) p[0] + t p[i]\n", 3, 27,
     "In the square brackets stands a whole number: p[0] is the first node of this piece.", ""},
    {false, "curve c\n  nodes place p = (0, 0), (1, 1)\n  at = (t, t)\n", 2, 15, "No node is used.",
     "the nodes of a piece are p[0], p[1], ..."},
    {true, "  k = 3\n  at = p + k*(t, t)\n", 5, 3, "It is not said what k is.",
     "to name a value, write let k = ..."},
    {true, "  at = t\n", 5, 8, "Here a point is wanted, and this is a number.",
     "a point is written (u, v)"},
    {true, "  x = 2 3\n  y = t\n", 5, 9, "A sign is missing between 2 and 3.",
     "for a product, write 2*3"},
    {false, "curve c\n  number pi = 3\n  t from 0 to 1\n  at = (t, t)\n", 2, 10,
     "pi is a constant.", "choose another name"},
    {true, "  x = p\n  y = t\n", 5, 7, "Here a number is wanted, and this is a point.",
     "take its .x or .y, or its length | |"},
    {true, "  x = p^2\n  y = t\n", 5, 8, "A point cannot stand in a power.",
     "use |p|^2 or dot(p, p)"},
    {true, "  x = 10^10^10 t\n  y = t\n", 5, 9, "This is too large, or has no value.", ""},
    {false, "preference d (number a, number b):\n  a^2 = b\n", 2, 9,
     "A preference is an expression to be made small, not an equation.",
     "to bring two sides together, square their difference: (left - right)^2"},
    {false, "preference d (number a, number b):\n  a^2 - b^2\n", 2, 7,
     "Squares may only be added: a preference cannot reward what is large.",
     "to bring two numbers together, square their difference: (a - b)^2"},
    {false, "preference d (point a, point b):\n  |a - b|\n", 2, 3,
     "A preference is a sum of squares, and this is not a square.", "square it: | |^2"},
    {false, "constraint d (point a, number b):\n  a.x' = b\n", 2, 6,
     "A prime means d/dt along the curve, which is not known here.", ""},
    {false, "curve c\n  length r = -1, r > 0\n  t from 0 to 1\n  at = r (t, t)\n", 2, 14,
     "The default of r is outside its own range.", ""},
    {false, "curve c\n  length r = 1, r > 5, r < 3\n  t from 0 to 1\n  at = r (t, t)\n", 2, 10,
     "No value of r is within its range.", ""},
    {false, "curve c\n  length r = 1, s = 2, r > s\n  t from 0 to 1\n  at = r (t, t)\n", 2, 26,
     "A range compares one parameter with plain numbers.", "as in r > 0 or 0 <= e < 1"},
    {false, "curve c\n  number sin = 1\n  t from 0 to 1\n  at = (t, t)\n", 2, 10,
     "sin is the name of a function.", "choose another name"},
    {true, "  x = x + 1\n  y = t\n", 5, 3, "x is defined by itself.",
     "give one of the two another name"},
    {true, "  x = t;\n  y = t\n", 5, 8, "The sign ; means nothing here.",
     "start a new line, or write a comma"},
    {false, "curve c\n  length r = 1\n  t from 0 to 2r\n  at = r (t, t)\n", 3, 15,
     "Where t ends must be a plain number.", ""},
    {false, "curve c\n  angle theta = 1\n  t from 0 to tau\n  x = cos(thetta + t)\n  y = 0\n", 4,
     11, "There is no thetta here.", "did you mean theta?"},
    {true, "  at = (1, 2, t)\n", 5, 13, "A point has two numbers, not more.", ""},
    {true, "  x = r*time\n  y = t\n", 5, 9, "There is no time here.",
     "known here are t, p, r, x, y and at"},
    {false, "curve c \"Circle\n  t from 0 to 1\n  length r = 1\n  at = r (t, t)\n", 1, 9,
     "This title has no closing quotation mark.", ""},
    {true, "  x = r +\n  y = t\n", 5, 10,
     "The line ends where a number, a name or a bracket should follow.", ""},
    {true, "  length r = 2\n  at = p\n", 5, 10, "r is used twice as a name.",
     "choose another name"},
    {true, "  at = p + (t, t)\ncurve d\n  at = (t, t)\n", 6, 1, "One file defines one thing.",
     "put this into a file of its own"},
    {true, "  x = t\n  y = t\n  at = p\n", 7, 3, "The curve is given in two ways.",
     "use x and y, or at, or r"},
    {true, "  x = sni(t)\n  y = t\n", 5, 7, "There is no function sni.", "did you mean sin?"},
    {true, "  x = r*(cos(t) + 1\n  y = t\n", 5, 9, "This bracket is never closed.", ""},
    {true, "  x = |t\n  y = t\n", 5, 7, "This bar is never closed.", "a length is written |a - b|"},
    {true, "  x = r*t2\n  y = t^2t\n", 5, 9, "There is no t2 here.", "did you mean t?"},
    {true, "  let if = 3\n  at = p\n", 5, 7, "if is a word of the language.",
     "choose another name"},
    {true, "  at = p + (3mm, t)\n", 5, 14, "There is no mm here.",
     "leave the unit out: lengths are in millimetres"},
    {true, "  at = p + r (cos t, sin t)\n  corners at joints\n", 6, 3,
     "Only a curve with nodes has joints.", "say where: corners at 0.5"},
    {false,
     "curve c\n  nodes place p = (0, 0), (1, 1)\n  nodes number w = 1\n  at = (1 - t) p[0] + "
     "t*w[1] p[1]\n",
     3, 16, "Each kind of node needs as many defaults as the first, 2.", ""},
    {false,
     "curve c\n  nodes place p = (0, 0), (1, 1)\n  at = (1 - t) p[0] + t p[1]\n  draw p = press\n",
     4, 3, "A curve with nodes is drawn by clicks: it needs no draw line.", ""},
    {true, "  pieces = nodes - 1\n  at = p\n", 5, 3, "Only a curve with nodes has pieces.", ""},
    {false, "curve c\n  place p = 3\n  t from 0 to 1\n  at = p + (t, t)\n", 2, 13,
     "Here a point is wanted, and this is a number.", "a point is written (u, v)"},
    {false, "constraint d (point a = 2, point b):\n  a = b\n", 1, 25,
     "Only numbers have defaults; points and directions are picked.", ""},
    {false, "constraint d (point a, point b):\n  a = b scale heavy\n", 2, 15,
     "A row is weighed as a length, an angle or a number.", "write scale length"},
    {false, "constraint d (point a, point b):\n  a >= b\n", 2, 3,
     "Points cannot be compared; only their numbers can.", "write a.x >= b.x"},
    {true, "  let k 3\n  at = p\n", 5, 9, "Here a = is missing after the name, before 3.", ""},
    {true, "  x = t € 2\n  y = t\n", 5, 9, "The sign € means nothing here.", ""},
    {true, "  at = p + begin*(1, t)\n", 5, 12, "begin can only be an end of an integral.", ""},
    {true, "  at = p + (t, t)\n  number tangent = t\n", 6, 10, "tangent is used twice as a name.",
     "choose another name"},
    {true, "  at = p + (t, t)\n  point m = r\n", 6, 13,
     "Here a point is wanted, and this is a number.", "a point is written (u, v)"},
    {false, "curve c\n  fixed point p = (0, 0)\n  t from 0 to 1\n  at = p\n", 2, 9,
     "After fixed comes place, vector, length, angle or number.", "write fixed number teeth = 24"},
    {true, "  x = t not 2\n  y = t\n", 5, 9, "The line should end before not.", ""},
    {false, "curve c\n  t from 0 to 1\n  at = (1, 2)\n", 1, 7,
     "Nothing can be pulled: the curve depends neither on a parameter nor on t.", ""},
    {true, "  x = (t\n  y = t +\n  point m = 3\n", 5, 7, "This bracket is never closed.", ""},
    // What people tried who had not read the page.
    {true, "  x = 1,5 t\n  y = t\n", 5, 8, "A number is written with a point, not with a comma.",
     "write 1.5"},
    {true, "  at = p + (1,5 t, 2)\n", 5, 18, "A point has two numbers, not more.",
     "a number is written with a point: 1.5"},
    {false, "curve c\n  length r = 1,5\n  t from 0 to 1\n  at = r (t, t)\n", 2, 15,
     "A number is written with a point, not with a comma.", "write 1.5"},
    {true, "  x = t % 2\n  y = t\n", 5, 9, "The sign % means nothing here.",
     "for a remainder write mod(x, n)"},
    {true, "  x = r*cost\n  y = r*sint\n", 5, 9, "There is no cost here.", "did you mean cos(t)?"},
    {true, "  x = rcos(t)\n  y = rsin(t)\n", 5, 7, "There is no function rcos.",
     "did you mean r*cos( )?"},
    {true, "  r = 2*cos(t)\n", 3, 10,
     "r is given by the line r = ..., as the distance from the middle.", "choose another name"},
    {false, "curve c\n  length a = 1\n  theta from 0 to tau\n  r = a cos t\n", 4, 13,
     "There is no t here.", "the variable here is theta"},
    {false, "curve c\n  length a = 1\n  r = a cos theta\n", 1, 7,
     "It is not said where t begins and ends.", "add a line: t from 0 to tau"},
    {false, "curve c\n  length a = 1\n  t from 0 to tau\n  r = (a cos t, a sin t)\n", 4, 7,
     "With r = ... the curve is given by a distance, a number.", "for a point write at = ( , )"},
    {false, "curve c\n  length a = 1\n  t from 0 to tau\n  y = x^2\n", 4, 3,
     "y is given, but x is missing.", "add a line, as in x = t"},
    {false, "curve c\n  length a = 1\n  t from 0 to tau\n  r = a around p\n", 4, 9,
     "There is no around here.", "write about"},
    {false, "curve c\n  length a = 1\n  t = 0 to tau\n  r = a\n", 3, 3,
     "The range of t is given with from and to.", "write t from 0 to tau"},
    {false, "curve c\n  radius a = 1\n  t from 0 to 1\n  x = a t\n  y = t\n", 2, 3,
     "A line cannot start with radius.", "write length a = 1"},
    {false, "curve c\n  a = 1\n  t from 0 to 1\n  x = a t\n  y = t\n", 2, 3,
     "It is not said what a is.", "to name a value, write let a = ..."},
    {false, "curve c\n  param a = 1\n  t from 0 to 1\n  x = a t\n  y = t\n", 2, 3,
     "A line cannot start with param.", "write number a = 1"},
    {false, "curv c\n  length a = 1\n  t from 0 to 1\n  x = a t\n  y = t\n", 1, 1,
     "A definition cannot start with curv.", "did you mean curve?"},
    {false, "Curve c\n  length a = 1\n  t from 0 to 1\n  x = a t\n  y = t\n", 1, 1,
     "A definition cannot start with Curve.", "did you mean curve?"},
    {false, "curve my curve\n  length a = 1\n  t from 0 to 1\n  x = a t\n  y = t\n", 1, 10,
     "After the curve's name and title the line should end.", "a name is one word, as in my_curve"},
    {false, "curve my-curve\n  length a = 1\n  t from 0 to 1\n  x = a t\n  y = t\n", 1, 9,
     "After the curve's name and title the line should end.", "a name is one word, as in my_curve"},
    {false, "curve 3leaf\n  length a = 1\n  t from 0 to 1\n  x = a t\n  y = t\n", 1, 7,
     "A name begins with a letter.", "as in curve c3"},
    {false, "curve c:\n  length a = 1\n  t from 0 to 1\n  x = a t\n  y = t\n", 1, 8,
     "After the curve's name and title the line should end.", "leave out what follows"},
    {false, "preference p (number a):\n  a\n", 2, 3,
     "A preference is a sum of squares, and this is not a square.", "square it: ( )^2"},
    {false, "preference p (number a):\n  -a^2\n", 2, 3,
     "Squares may only be added: a preference cannot reward what is large.", "leave the minus out"},
    {false, "preference p (number a):\n  a^4\n", 2, 4,
     "A preference is a sum of squares, and this is a fourth power.",
     "write it as the square of a square: (a^2)^2"},
    {false, "preference p (number a):\n  a^2/2 + 3\n", 2, 11,
     "This number stays the same, so it cannot be made small.", "leave it out"},
    {false, "preference p (number a, number b):\n  a*b\n", 2, 4,
     "A preference is a sum of squares, and this is not a square.", "square it: ( )^2"},
    {false, "preference p (number a, number b):\n  (a-b)^2 >= 0\n", 2, 14,
     "A preference is an expression to be made small, not an equation.",
     "to bring two sides together, square their difference: (left - right)^2"},
    {false, "preference p (point a, point b):\n  a - b\n", 2, 5,
     "A preference is a sum of squares, and this is a point.",
     "take the square of its length: |a - b|^2"},
    {false, "constraint d (point a, point b):\n  a.x = b.X\n", 2, 10,
     "After a point's name and a dot comes x or y.", "write .x"},
    {false, "constraint d (pt a, point b):\n  a = b\n", 1, 15,
     "Each input says what it is: point, direction, length, angle or number.", "write point a"},
    {false, "constraint d (points a, b):\n  a = b\n", 1, 15,
     "Each input says what it is: point, direction, length, angle or number.",
     "did you mean point?"},
    {false, "constraint d (point a, b):\n  a = b\n", 1, 24,
     "Each input says what it is: point, direction, length, angle or number.",
     "write point b, or number b"},
    {false, "constrain d (point a, point b):\n  a = b\n", 1, 1,
     "A definition cannot start with constrain.", "did you mean constraint?"},
    {false, "constraint d (point a, point b): a == b\n  distance(a, b) = 3\n", 2, 3,
     "There is no function distance.", "write |a - b|"},
    {true, "  x = r*t^2t\n  y = t\n", 5, 12, "It is unclear whether t belongs to the exponent.",
     "write a^(b*c) or a^b*c"},
    {true, "  x = e^-t\n  y = exp^t\n", 6, 10, "A power of exp is written behind its brackets.",
     "write exp( )"},
    {true, "  x = [t + 1]*2\n  y = t\n", 5, 7, "Square brackets only number nodes, as in p[0].",
     "use round brackets ( )"},
    {true, "  x = dx/dt\n  y = t\n", 5, 7, "There is no dx here.", "write x' for dx/dt"},
    {true, "  x = if t < 1 then 2 else 3\n  y = t\n", 5, 7, "After if come brackets.",
     "write if(t < 1, a, b)"},
    {true, "  x = t < 1 ? 2 : 3\n  y = t\n", 5, 13, "The sign ? means nothing here.",
     "write if(t < 1, a, b)"},
    {true, "  x = t && 1\n  y = t || 2\n", 5, 9, "The sign & means nothing here.", "write and"},
    {true, "  x = p.x + p_x\n  y = px\n", 5, 13, "There is no p_x here.", "did you mean p.x?"},
    {true, "  x := t\n  y := t\n", 5, 3, "After x comes a single =.", "write x = ..."},
    {true, "  let k := 3\n  at = p\n", 5, 9, "After k comes a single =.", "write let k = ..."},
    {true, "  x = 3 t // comment\n  y = t\n", 5, 12,
     "Here a number, a name or a bracket should follow, not /.", "a comment begins with #"},
    {true, "  X = t\n  Y = t\n", 5, 3, "It is not said what X is.", "write x = ..."},
    {true, "  at = (t; t)\n", 5, 10, "The sign ; means nothing here.",
     "start a new line, or write a comma"},
    {true, "  at = <t, t>\n", 5, 8, "Here a number, a name or a bracket should follow, not <.",
     "a point is written (u, v)"},
    {true, "  at = p + r*(cos t, sin t)\n  draw p = mouse\n", 6, 12, "There is no mouse here.",
     "press and release are where the mouse went down and up"},
    {true, "  at = p + r*(cos t, sin t)\n  number area = integral(x dy)\n", 6, 28,
     "There is no dy here.", "write y' for dy/dt"},
    {true, "  at = p + r*(cos t, sin t)\n  number area = ∫ x\n", 6, 17,
     "The sign ∫ means nothing here.", "write integral(f)"},
    {false, "circle\n  place p = (0,0)\n", 1, 1, "The first line says what is defined.",
     "write curve circle"},
    {false, "curve c\n  place p = 0, 0\n  t from 0 to 1\n  at = p + (t,t)\n", 2, 13,
     "A place is two numbers in brackets.", "write p = (0, 0)"},
    {false, "curve c\n  length r = 1 (r > 0)\n  t from 0 to 1\n  at = r (t,t)\n", 2, 14,
     "A range stands behind the value, after a comma.", "as in r = 1, r > 0"},
    {false, "curve c\n  length r > 0\n  t from 0 to 1\n  at = r (t,t)\n", 2, 12,
     "After r its value is missing.", "write r = 1, and the range after a comma"},
    {false, "curve c\n  length r = 1\n  t from 0 to infinity\n  at = r (t,t)\n", 3, 15,
     "There is no infinity here.", "choose a large number"},
    {false, "curve c\n  length r = 1\n  t from 0 to ∞\n  at = r (t,t)\n", 3, 15,
     "The sign ∞ means nothing here.", "choose a large number, or leave the limit out"},
};

}  // namespace

TEST_CASE("a wrong file is answered with the place, one sentence and the likely intention") {
  for (const Wrong& wrong : kWrong) {
    const std::string text = (wrong.after_head ? kHead : "") + wrong.text;
    CAPTURE(text);
    const auto result = lower(text);
    REQUIRE(!result);
    const Error& error = result.error();
    CHECK(error.line == wrong.line);
    CHECK(error.column == wrong.column);
    CHECK(error.message == wrong.message);
    CHECK(error.suggestion == wrong.suggestion);
  }
}

// Found by the fuzz target: the nodes of a line that cannot be read were looked at all the same.
TEST_CASE("a sign that means nothing is all that is told of its line") {
  for (const char* text : {"curve c\n  nodes place p = lengh$ a = 1\n  t from 0 to 1\n",
                           "curve c\n  length r = 1 $, r > 0\n  t from 0 to 1\n  at = r (t, t)\n",
                           "curve c\n  length r = 1\n  t from 0 to 1 $\n  at = r (t, t)\n"}) {
    CAPTURE(text);
    const auto result = lower(text);
    REQUIRE(!result);
    int on_the_line = 0;
    std::vector<Error> all = result.error().others;
    all.push_back(result.error());
    for (const Error& error : all) {
      if (error.message != "The sign $ means nothing here.") continue;
      for (const Error& other : all) on_the_line += other.line == error.line;
    }
    CHECK(on_the_line == 1);
  }
}

TEST_CASE("one slip is told once") {
  for (const char* text :
       {"  x = sni(t)\n  y = t\n", "  k = 3\n  at = p + k*(t, t)\n", "  x = r +\n  y = t\n",
        "  let a = b + 1\n  let b = 2a\n  x = a\n  y = b\n  point m = (a, b)\n",
        "  x = r cos t\n  length l = integral(|x'|)\n", "  at = q + (t, t)\n  point m = at\n"}) {
    CAPTURE(text);
    const auto result = lower(kHead + text);
    REQUIRE(!result);
    CHECK(result.error().others.empty());
  }
}

TEST_CASE("all mistakes of a file are told in one go, in the order of the text") {
  const auto result = lower(
      "curve c\n"
      "  length r = 1, r > 2\n"
      "  t from 0 to tua\n"
      "  x = r*coss(t)\n"
      "  y = q + (1\n"
      "  point m = 3\n");
  REQUIRE(!result);
  const Error& first = result.error();
  CHECK(first.line == 2);
  REQUIRE(first.others.size() == 4);
  for (int k = 0; k < 4; ++k) CHECK(first.others[k].line == 3 + k);
  CHECK(first.others[0].suggestion == "did you mean tau?");
}

TEST_CASE("no more mistakes are told than a person can read") {
  std::string text = kHead + "  at = p\n";
  for (int k = 0; k < 1000; ++k) text += "  let a" + std::to_string(k) + " = unknown\n";
  const auto result = lower(text);
  REQUIRE(!result);
  CHECK(result.error().others.size() + 1 == limits::errors);
}

TEST_CASE("explain shows the line and a caret under the place") {
  const std::string text = kHead + "  x = r*cos(thetta)\n  y = t\n";
  const auto result = lower(text);
  REQUIRE(!result);
  CHECK(explain(result.error(), text, "wheel.curve") ==
        "wheel.curve:5:13: There is no thetta here.\n"
        "    x = r*cos(thetta)\n"
        "              ^^^^^^   known here are t, p, r, x, y and at\n");
}

TEST_CASE("the caret counts characters, not bytes") {
  const std::string text =
      "curve c\n  angle θ = 1\n  t from 0 to τ\n  x = cos(θ + t) + tehta\n  y = t\n";
  const auto result = lower(text);
  REQUIRE(!result);
  CHECK(result.error().column == 20);
  CHECK(result.error().suggestion == "did you mean theta?");
  CHECK(explain(result.error(), text, "").find("\n                     ^^^^^") !=
        std::string::npos);
}

TEST_CASE("nothing in a message can disturb a terminal") {
  const std::string text = kHead + "  x = \x1b[31m\xe2\x80\xae t\x07\xff\n  y = t\n";
  const auto result = lower(text);
  REQUIRE(!result);
  for (const char c : explain(result.error(), text, "a\x1b]0;b")) {
    const auto byte = static_cast<unsigned char>(c);
    CHECK((byte == '\n' || byte >= 0x20));
    CHECK(byte != 0x7f);
  }
  CHECK(explain(result.error(), text, "").find("\xe2\x80\xae") == std::string::npos);
}
