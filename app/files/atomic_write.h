// Writing that cannot lose work. At every moment, whatever fails, the path holds either the old
// file, whole, or the new one, whole:
//   write aside (same folder) -> fsync -> rename over the old -> fsync the folder
// The file before the last write stays beside it as "name.bak", where the file system has links. A
// read-only file is not replaced; a device or pipe is written to.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "app/files/io.h"
#include "codegen/result.h"

namespace limber {

// What a file was when we last read or wrote it: to notice that another program changed it.
struct FileStamp {
  std::uint64_t device = 0, inode = 0, size = 0;
  std::int64_t modified_ns = 0;
  std::uint64_t hash = 0;  // of the bytes
  bool operator==(const FileStamp&) const = default;
};

inline constexpr std::uint64_t max_file_bytes = 64u << 20;

struct FileText {
  std::string bytes;
  FileStamp stamp;
};
Result<FileText> read_file(const std::filesystem::path& path);  // refuses more than max_file_bytes

// The stamp after writing. A symbolic link is followed once and its target replaced; the mode of
// an existing file is kept.
enum class Backup { keep, none };  // none: for what can be made again, a picture or a table
Result<FileStamp> atomic_write(const std::filesystem::path& path, std::string_view bytes, Io& io,
                               Backup backup = Backup::keep);

// True when the file is there and is not what `stamp` says.
bool changed_since(const std::filesystem::path& path, const FileStamp& stamp);

// A file name as shown to people: control characters replaced.
std::string shown(const std::filesystem::path& path);

}  // namespace limber
