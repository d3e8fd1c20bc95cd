// Where data goes: standard output or a file, whole or not at all; and rows of numbers.
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "app/cli/work.h"
#include "app/files/atomic_write.h"
#include "app/files/document_file.h"
#include "app/files/json.h"
#include "app/document/quantity.h"

namespace limber::cli {

namespace {

bool write_to(Work& work, const std::string& file, std::string_view bytes, Backup backup) {
  if (work.limits.output > 0 && bytes.size() > work.limits.output) {
    work.fail(status_limit, fmt::format("{} would have {} bytes, more than the limit of {}", file,
                                        bytes.size(), work.limits.output));
    return false;
  }
  const Uninterrupted guard;
  Io io;
  const Result<FileStamp> written = atomic_write(file, bytes, io, backup);
  if (!written) work.fail(status_failed, written.error());
  return static_cast<bool>(written);
}

}  // namespace

bool write_file(Work& work, const std::string& file, std::string_view bytes) {
  if (file != "-") return write_to(work, file, bytes, Backup::none);
  Data data(work, file);
  data.write(bytes);
  return data.finish();
}

bool write_over(Work& work, const std::string& file, std::string_view bytes) {
  return write_to(work, file, bytes, Backup::keep);
}

bool save_document(Work& work, const std::string& file, const Document& document,
                   const View& view) {
  const Result<std::string> json = to_json(document, view);
  if (json) return write_file(work, file, *json);
  work.fail(status_failed, json.error());
  return false;
}

Data::Data(Work& work, std::string file)
    : work_(work), file_(file.empty() ? "-" : std::move(file)) {}

void Data::write(std::string_view bytes) {
  if (file_ != "-")
    held_ += bytes;
  else if (std::fwrite(bytes.data(), 1, bytes.size(), stdout) != bytes.size())
    held_ = "failed";
}

bool Data::finish() {
  if (file_ != "-") return write_file(work_, file_, held_);
  if (held_.empty() && std::fflush(stdout) == 0) return true;
  work_.fail(status_failed,
             fmt::format("standard output cannot be written: {}", std::strerror(errno)));
  return false;
}

Table::Table(Data& data, bool json, std::vector<std::string> columns)
    : data_(data), json_(json), columns_(std::move(columns)) {
  if (json_) return;
  std::string heading;
  for (const std::string& column : columns_)
    heading += fmt::format("{}{}", heading.empty() ? "" : ",", column);
  data_.write(heading + '\n');
}

void Table::cell(const std::string& text) {
  if (at_ > 0) row_ += json_ ? ", " : ",";
  if (json_) row_ += json_string(columns_[at_]) + ": ";
  row_ += text;
  ++at_;
}

Table& Table::whole(std::int64_t value) { return cell(fmt::format("{}", value)), *this; }

Table& Table::number(double value) { return cell(shortest(value)), *this; }

Table& Table::number(const std::optional<double>& value) {
  return cell(value ? shortest(*value) : json_ ? "null" : ""), *this;
}

// Quoted in CSV only where it must be.
Table& Table::text(std::string_view value) {
  if (json_) return cell(json_string(value)), *this;
  std::string out(value);
  if (value.find_first_of(",\"\n\r") != std::string_view::npos) {
    out = "\"";
    for (const char c : value) out += c == '"' ? std::string("\"\"") : std::string(1, c);
    out += '"';
  }
  return cell(out), *this;
}

void Table::end_row() {
  data_.write(json_ ? '{' + row_ + "}\n" : row_ + '\n');
  row_.clear();
  at_ = 0;
}

void Table::comment(std::string_view key, std::string_view value) {
  if (json_)
    data_.write(fmt::format("{{{}: {}}}\n", json_string(key), json_string(value)));
  else
    data_.write(fmt::format("# {} {}\n", key, value));
}

}  // namespace limber::cli
