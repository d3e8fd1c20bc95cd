#include "app/cli/limits.h"

#include <errno.h>
#include <fmt/format.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include <cmath>
#include <cstring>
#include <new>
#include <vector>

#include "app/cli/arguments.h"

namespace limber::cli {
namespace {

// Signal handlers can reach nothing but globals; these two are all there are.
volatile std::sig_atomic_t asked_to_stop = 0;
volatile std::sig_atomic_t attentive = 0;
constexpr std::size_t memory_probe = 16 << 20;

[[noreturn]] void stop(const char* sentence) {
  [[maybe_unused]] const ssize_t told = ::write(STDERR_FILENO, sentence, std::strlen(sentence));
  _exit(status_limit);
}

void out_of_time(int) { stop("limber: error: stopped: the time limit was reached\n"); }
void out_of_memory() { stop("limber: error: stopped: the memory limit was reached\n"); }

// Libraries that cannot go on without memory abort. Whether that was it is easily tried.
void aborted(int signal) {
  void* probe = ::mmap(nullptr, memory_probe, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (probe == MAP_FAILED) out_of_memory();
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void interrupt(int) {
  if (asked_to_stop || !attentive) _exit(status_interrupted);
  asked_to_stop = 1;
}

void on(int signal, void (*handler)(int)) {
  struct sigaction action{};
  action.sa_handler = handler;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  sigaction(signal, &action, nullptr);
}

Error refused(std::string_view what) {
  return {fmt::format("the system does not allow {}: {}", what, std::strerror(errno)),
          0,
          0,
          1,
          "run without --batch only on files you trust",
          {}};
}

bool lower(decltype(RLIMIT_AS) resource, std::uint64_t to) {
  rlimit limit{};
  if (getrlimit(resource, &limit) != 0) return false;
  limit.rlim_cur = limit.rlim_max = std::min<rlim_t>(to, limit.rlim_max);
  return setrlimit(resource, &limit) == 0;
}

#if defined(__x86_64__)
constexpr std::uint32_t this_architecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t this_architecture = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t this_architecture = 0;
#endif

// What reading a drawing and writing a picture never needs.
constexpr int denied[] = {
    SYS_socket,
    SYS_socketpair,
    SYS_connect,
    SYS_bind,
    SYS_listen,
    SYS_accept4,
    SYS_sendto,
    SYS_execve,
    SYS_execveat,
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_kill,
    SYS_tkill,
    SYS_setuid,
    SYS_setgid,
    SYS_mount,
    SYS_umount2,
    SYS_chroot,
    SYS_unshare,
    SYS_setns,
    SYS_keyctl,
    SYS_add_key,
    SYS_bpf,
    SYS_perf_event_open,
    SYS_io_uring_setup,
    SYS_userfaultfd,
    SYS_init_module,
    SYS_finit_module,
    SYS_kexec_load,
    SYS_reboot,
    SYS_swapon,
    SYS_memfd_create,
#if defined(__x86_64__)
    SYS_fork,
    SYS_vfork,
    SYS_accept,
#endif
};

// seccomp's little language: each denied number answers "not permitted"; memory that is executable
// is denied by looking at the third argument of mmap and mprotect; all else is allowed.
std::vector<sock_filter> filter() {
  std::vector<sock_filter> out;
  const auto load = [&](std::size_t offset) {
    out.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset)));
  };
  const auto answer = [&](std::uint32_t what) { out.push_back(BPF_STMT(BPF_RET | BPF_K, what)); };
  constexpr std::uint32_t no = SECCOMP_RET_ERRNO | EPERM;

  load(offsetof(seccomp_data, arch));
  out.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, this_architecture, 1, 0));
  answer(SECCOMP_RET_KILL_PROCESS);
  load(offsetof(seccomp_data, nr));
#if defined(__x86_64__)
  out.push_back(BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1));  // the x32 numbers
  answer(no);
#endif
  for (const int number : denied) {
    out.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(number), 0, 1));
    answer(no);
  }
  for (const int number : {SYS_mmap, SYS_mprotect}) {
    out.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(number), 0, 4));
    load(offsetof(seccomp_data, args) + 2 * sizeof(std::uint64_t));  // prot, its low half
    out.push_back(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 1));
    answer(no);
    answer(SECCOMP_RET_ALLOW);
  }
  answer(SECCOMP_RET_ALLOW);
  return out;
}

Result<bool> deny_system_calls() {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return refused("giving up privileges");
  if (this_architecture == 0) return true;
  std::vector<sock_filter> code = filter();
  const sock_fprog program{static_cast<unsigned short>(code.size()), code.data()};
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
    return refused("a filter of system calls");
  return true;
}

}  // namespace

Limits limits_of(const Arguments& arguments) {
  Limits out;
  if (!arguments.command().reads_documents) return out;
  if (arguments.has("--batch")) out = batch_limits;
  if (arguments.has("--limit-time")) out.seconds = arguments.number("--limit-time");
  if (arguments.has("--limit-nodes")) out.nodes = arguments.count("--limit-nodes");
  const auto bytes = [&](std::string_view option) {
    return static_cast<std::uint64_t>(std::min(arguments.number(option), 1e18));
  };
  if (arguments.has("--limit-memory")) out.memory = bytes("--limit-memory");
  if (arguments.has("--limit-output")) out.output = bytes("--limit-output");
  return out;
}

Result<bool> confine(const Limits& limits) {
  if (limits.seconds > 0) {
    on(SIGALRM, out_of_time);
    on(SIGXCPU, out_of_time);
    itimerval timer{};
    timer.it_value.tv_sec = static_cast<time_t>(limits.seconds);
    timer.it_value.tv_usec =
        static_cast<suseconds_t>((limits.seconds - std::floor(limits.seconds)) * 1e6);
    if (timer.it_value.tv_sec == 0 && timer.it_value.tv_usec == 0) timer.it_value.tv_usec = 1;
    if (setitimer(ITIMER_REAL, &timer, nullptr) != 0) return refused("a time limit");
    // Several threads may use the processor faster than the clock runs.
    if (!lower(RLIMIT_CPU, static_cast<std::uint64_t>(std::ceil(limits.seconds)) * 4 + 1))
      return refused("a limit of processor time");
  }
  if (limits.memory > 0) {
    std::set_new_handler(out_of_memory);
    on(SIGABRT, aborted);
    if (!lower(RLIMIT_AS, limits.memory)) return refused("a memory limit");
  }
  if (limits.output > 0) {
    on(SIGXFSZ, SIG_IGN);  // the write fails instead, and is told like any other
    if (!lower(RLIMIT_FSIZE, limits.output)) return refused("a limit of file sizes");
  }
  return limits.batch ? deny_system_calls() : Result<bool>(true);
}

void listen_for_interrupts() {
  on(SIGINT, interrupt);
  on(SIGTERM, interrupt);
  on(SIGPIPE, SIG_IGN);  // a closed pipe is a failed write
}

Attentive::Attentive() { attentive = 1; }
Attentive::~Attentive() { attentive = 0; }

bool interrupted() { return asked_to_stop != 0; }

Uninterrupted::Uninterrupted() {
  sigset_t wait;
  sigemptyset(&wait);
  for (const int signal : {SIGALRM, SIGXCPU, SIGINT, SIGTERM}) sigaddset(&wait, signal);
  pthread_sigmask(SIG_BLOCK, &wait, &before_);
}

Uninterrupted::~Uninterrupted() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

}  // namespace limber::cli
