// Counts what operator new is asked for in this program, so that a test can say "nothing".
#pragma once

namespace limber {

long allocations();         // since the program began, on this thread
long allocations_of_all();  // on all of them

}  // namespace limber
