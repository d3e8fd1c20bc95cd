#include "solver/pool.h"

#include <signal.h>

#include <system_error>

namespace limber {

Pool::Pool(int threads) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);  // a new thread hears what its maker hears
  try {
    for (int k = 1; k < threads; ++k) threads_.emplace_back([this, k] { work(k); });
  } catch (const std::system_error&) {  // no more of them: those there are do it
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

Pool::~Pool() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    begun_.notify_all();
  }
  for (std::thread& thread : threads_) thread.join();
}

void Pool::run(const std::function<void(int)>& act) {
  {
    const std::lock_guard lock(mutex_);
    act_ = &act;
    busy_ = size() - 1;
    ++round_;
    begun_.notify_all();
  }
  act(0);
  std::unique_lock lock(mutex_);
  done_.wait(lock, [this] { return busy_ == 0; });
}

void Pool::work(int k) {
  std::uint64_t seen = 0;
  std::unique_lock lock(mutex_);
  while (true) {
    begun_.wait(lock, [&] { return ending_ || round_ != seen; });
    if (ending_) return;
    seen = round_;
    const std::function<void(int)>& act = *act_;
    lock.unlock();
    act(k);
    lock.lock();
    if (--busy_ == 0) done_.notify_one();
  }
}

}  // namespace limber
