#include "app/files/drafts.h"

#include "app/files/atomic_write.h"
#include "app/files/json.h"
#include "app/files/xdg.h"

namespace limber {

namespace fs = std::filesystem;

namespace {
constexpr std::pair<const char*, std::string FormulaDrafts::*> members[] = {
    {"curve", &FormulaDrafts::curve},
    {"constraint", &FormulaDrafts::constraint},
    {"open", &FormulaDrafts::open},
    {"open_constraint", &FormulaDrafts::open_constraint}};
}  // namespace

FormulaDrafts load_drafts(const fs::path& file) {
  FormulaDrafts out;
  std::error_code ignored;
  if (!fs::exists(file, ignored)) return out;
  const Result<FileText> text = read_file(file);
  const Result<Json> json = text ? parse_json(text->bytes) : Result<Json>(text.error());
  if (!json || json->kind != Json::Kind::object) return out;
  for (const auto& [name, member] : members)
    if (const Json* value = json->find(name); value && value->kind == Json::Kind::string)
      out.*member = value->string;
  return out;
}

Result<bool> save_drafts(const fs::path& file, const FormulaDrafts& drafts, Io& io) {
  std::error_code ignored;
  if (drafts == FormulaDrafts{} && !fs::exists(file, ignored)) return true;
  if (const Result<fs::path> folder = make_private_folder(file.parent_path(), io); !folder)
    return folder.error();
  std::string text;
  for (const auto& [name, member] : members)
    text +=
        (text.empty() ? "{\n  " : ",\n  ") + json_string(name) + ": " + json_string(drafts.*member);
  const Result<FileStamp> written = atomic_write(file, text + "\n}\n", io);
  return written ? Result<bool>(true) : written.error();
}

}  // namespace limber
