// A screen of its own for a test: an X server without a monitor (Xvfb), for as long as this lives.
#pragma once

#include <string>

#include <sys/types.h>

namespace limber {

class XServer {
 public:
  XServer(int width, int height);  // a test that needs it fails when there is none
  ~XServer();
  XServer(const XServer&) = delete;
  XServer& operator=(const XServer&) = delete;

  const std::string& display() const { return display_; }  // ":7"

 private:
  pid_t process_ = 0;
  std::string display_;
};

// SDL of this process uses that screen, and OpenGL by the processor.
void use_screen(const XServer& server);

}  // namespace limber
