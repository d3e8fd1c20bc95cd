#include "codegen/machine_code.h"

#include <dlfcn.h>
#include <link.h>
#include <time.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <mutex>
#include <string_view>
#include <thread>

#include "codegen/emit_llvm.h"
#include "codegen/interpret.h"
#include "codegen/limits.h"

namespace limber {

namespace {

// A kernel whose code changes under way. Who runs old code while the new is put in finishes with the
// old; both stay until the last kernel is gone.
struct Tiered {
  Kernel interpreted;
  int lanes = 0;
  std::atomic<KernelCode::One> one = nullptr;
  std::atomic<KernelCode::Many> many = nullptr;  // of at least `lanes`
  std::atomic<Stage> stage = Stage::interpreted;
};

void run_one(const void* self, const double* in, double* out) {
  const Tiered& t = *static_cast<const Tiered*>(self);
  if (const KernelCode::One one = t.one.load(std::memory_order_acquire)) one(nullptr, in, out);
  else t.interpreted.code().one(t.interpreted.code().self, in, out);
}

// Fewer than the lanes: the last value is repeated to fill them.
void run_few(const Tiered& t, KernelCode::Many many, const double* in, const double* last, int count,
             double* out, int stride) {
  thread_local std::vector<double> memory;
  const int outputs = t.interpreted.outputs(), lanes = t.lanes;
  memory.resize(std::max<std::size_t>(memory.size(), (outputs + 1) * lanes));
  double* padded = memory.data();
  double* block = padded + lanes;
  for (int k = 0; k < lanes; ++k) padded[k] = last[std::min(k, count - 1)];
  many(nullptr, in, padded, lanes, block, lanes);
  for (int j = 0; j < outputs; ++j) std::copy_n(block + j * lanes, count, out + j * stride);
}

void run_many(const void* self, const double* in, const double* last, int count, double* out,
              int stride) {
  const Tiered& t = *static_cast<const Tiered*>(self);
  const KernelCode::Many many = t.many.load(std::memory_order_acquire);
  if (!many) t.interpreted.along(in, last, count, out, stride);
  else if (count >= t.lanes) many(nullptr, in, last, count, out, stride);
  else if (count > 0) run_few(t, many, in, last, count, out, stride);
}

// What is compiled together. The code of every level is kept.
struct Group {
  std::vector<FunctionSource> sources;
  std::deque<Tiered> functions;
  std::shared_ptr<const void> code[2];
  SharedBudget budget;
  double quick_seconds = 0;  // that compiling it quickly took

  // Instructions to compile; functions for many are compiled twice, optimised.
  std::size_t operations(bool optimise) const {
    std::size_t n = 0;
    for (const FunctionSource& source : sources)
      n += source.program.code.size() * (optimise && source.along ? 2 : 1);
    return n;
  }
};

// Where the file is that this code was loaded from: the program, or liblimber.so in someone else's.
std::filesystem::path own_folder() {
  std::error_code error;
  Dl_info info{};
  void* map = nullptr;
  if (dladdr1(reinterpret_cast<void*>(&llvm_library), &info, &map, RTLD_DL_LINKMAP) != 0 && map)
    if (const std::filesystem::path name = static_cast<link_map*>(map)->l_name; !name.empty())
      return std::filesystem::canonical(name, error).parent_path();
  return std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
}

// Side by side as they are built, or in bin and lib as they are installed.
void* open_llvm() {
  const std::filesystem::path here = own_folder();
  for (const std::filesystem::path& folder : {here, here.parent_path() / LIMBER_LIBDIR})
    if (void* found = dlopen((folder / "liblimber_llvm.so").c_str(), RTLD_NOW | RTLD_LOCAL))
      return found;
  return nullptr;
}

double thread_seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}
std::atomic<double (*)()> compile_clock = thread_seconds;

// Optimised code takes this many times as long to make as quick code (bench_codegen, section 4), and
// nothing can stop LLVM on the way: so it is judged beforehand.
constexpr double optimised_per_quick = 10;

bool affordable(const Group& group, bool optimise) {
  if (group.budget && group.budget->spent()) return false;
  return !optimise || group.quick_seconds * optimised_per_quick <= limits::optimise_seconds;
}

void compile(Group& group, bool optimise) {
  const LlvmLibrary* llvm = llvm_library();
  if (!llvm) return;
  CompileRequest request;
  request.optimise = optimise;
  // The interpreter is good at many; quick code would take its place too early.
  for (const FunctionSource& source : group.sources)
    request.sources.push_back({&source.program, source.along && optimise});
  MachineCode code = llvm->compile(request);
  if (code.functions.empty()) return;
  group.code[optimise] = std::move(code.owner);
  for (std::size_t i = 0; i < group.functions.size(); ++i) {
    group.functions[i].one.store(code.functions[i].one, std::memory_order_release);
    group.functions[i].many.store(code.functions[i].many, std::memory_order_release);
    group.functions[i].stage = optimise ? Stage::optimised : Stage::quick;
  }
}

void compile_timed(Group& group, bool optimise) {
  const auto now = compile_clock.load();
  const double begin = now();
  compile(group, optimise);
  const double took = now() - begin;
  if (!optimise) group.quick_seconds = took;
  if (group.budget) group.budget->spend(took);
}

// The one thread that compiles. What nobody holds any more when its turn comes is dropped.
class Worker {
 public:
  ~Worker() { stop(); }

  // What is being compiled is finished, what waits is left; from then on everything stays
  // interpreted.
  void stop() {
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
      quick_.clear();
      optimised_.clear();
    }
    changed_.notify_all();
    if (thread_.joinable()) thread_.join();
  }

  void add(const std::shared_ptr<Group>& group) {
    const std::lock_guard lock(mutex_);
    if (stopping_) return;
    quick_.push_back(group);
    if (group->operations(true) <= limits::optimised_instructions) optimised_.push_back(group);
    if (!thread_.joinable()) thread_ = std::thread([this] { work(); });
    changed_.notify_all();
  }

  void finish() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return quick_.empty() && optimised_.empty() && !busy_; });
  }

  CompileCounts counts() {
    const std::lock_guard lock(mutex_);
    return counts_;
  }

 private:
  void work() {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [this] { return stopping_ || !quick_.empty() || !optimised_.empty(); });
      if (stopping_) return;
      const bool optimise = quick_.empty();
      std::deque<std::weak_ptr<Group>>& queue = optimise ? optimised_ : quick_;
      std::shared_ptr<Group> group = queue.front().lock();
      queue.pop_front();
      const bool does = group && affordable(*group, optimise);
      ++(!group ? counts_.dropped : !does ? counts_.refused : optimise ? counts_.optimised
                                                                       : counts_.quick);
      busy_ = true;
      lock.unlock();
      if (does) compile_timed(*group, optimise);
      group.reset();  // perhaps the last to hold it
      lock.lock();
      busy_ = false;
      changed_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::weak_ptr<Group>> quick_, optimised_;
  bool busy_ = false, stopping_ = false;
  CompileCounts counts_;
  std::thread thread_;
};

Worker& worker() {
  static Worker the_one;
  return the_one;
}

}  // namespace

namespace {

// LIMBER_JIT: off, or first, which waits for the machine code before anything runs.
bool jit_is(std::string_view mode) {
  const char* set = std::getenv("LIMBER_JIT");
  return set && mode == set;
}

}  // namespace

// Never unloaded. Its own static objects die when the program exits, those made last first, and the
// thread that compiles must be gone by then: so it is stopped by a handler younger than they are.
// (Objects LLVM makes later, while it compiles, are younger still: main stops the thread itself.)
const LlvmLibrary* llvm_library() {
  static const LlvmLibrary* const library = []() -> const LlvmLibrary* {
    if (jit_is("off")) return nullptr;
    void* handle = open_llvm();
    if (!handle) return nullptr;
    const auto door = reinterpret_cast<LimberLlvm>(dlsym(handle, "limber_llvm"));
    worker();  // older than the handler
    std::atexit(stop_compiling);
    return door ? door() : nullptr;
  }();
  return library;
}

std::vector<Kernel> compile_in_background(std::vector<FunctionSource> sources,
                                          const SharedBudget& budget) {
  auto group = std::make_shared<Group>();
  group->sources = std::move(sources);
  group->budget = budget;
  std::vector<Kernel> kernels;
  for (const FunctionSource& source : group->sources) {
    Tiered& tiered = group->functions.emplace_back();
    tiered.interpreted = interpret(source.program);
    tiered.lanes = math_table(this_cpu()).lanes;
    kernels.emplace_back(tiered.interpreted.inputs(), tiered.interpreted.outputs(),
                         KernelCode{run_one, run_many, &tiered}, group);
  }
  if (group->operations(false) <= limits::compiled_instructions) worker().add(group);
  if (jit_is("first")) finish_compiling();
  return kernels;
}

void warm_up_compiler() {
  static const std::vector<Kernel> tried = [] {
    Program sine;
    sine.inputs = 1;
    sine.code = {{Op::input, 0}, {Op::sin, 0}};
    sine.outputs = {1};
    return compile_in_background({{sine, true}});
  }();
}

Stage stage_of(const Kernel& kernel) {
  if (kernel.code().one != run_one) return Stage::interpreted;
  return static_cast<const Tiered*>(kernel.code().self)->stage;
}

SharedBudget compile_budget() { return std::make_shared<CompileBudget>(limits::compile_seconds); }

CompileCounts compile_counts() { return worker().counts(); }

void set_compile_clock(double (*seconds)()) {
  compile_clock = seconds ? seconds : thread_seconds;
}

void finish_compiling() { worker().finish(); }
void stop_compiling() { worker().stop(); }

}  // namespace limber
