// Pool: a few threads that wait to share a piece of work, so that nothing is made or allocated when
// there is some.
//
// Laws: run(act) calls act(0), ..., act(size() - 1), each once and each on a thread of its own,
// act(0) on the one that asked; it returns when all have. Who does what depends on nothing but k.
// The pool's own threads hear no signals: those are for the thread that made it.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace limber {

class Pool {
 public:
  explicit Pool(int threads);  // as many of them as the system grants, the caller's included
  ~Pool();
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  int size() const { return 1 + static_cast<int>(threads_.size()); }
  void run(const std::function<void(int)>& act);

 private:
  void work(int k);

  std::mutex mutex_;
  std::condition_variable begun_, done_;
  const std::function<void(int)>* act_ = nullptr;
  std::uint64_t round_ = 0;
  int busy_ = 0;
  bool ending_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace limber
