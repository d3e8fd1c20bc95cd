// What every command does alike: reading what it was given, and writing what was asked for.
//
// Laws: data goes to standard output or to the file asked for and nowhere else; a file appears
// whole or not at all; an input is never written over unless --in-place says so. Each function that
// fails has told why and set the status.
#pragma once

#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/arguments.h"
#include "app/cli/console.h"
#include "app/cli/limits.h"
#include "app/document/view.h"
#include "app/edits/live.h"
#include "app/script/script.h"

namespace limber::cli {

struct Work {
  const Arguments& arguments;
  Console console;
  Limits limits;
  int status = status_done;

  int fail(Status with, std::string_view sentence, std::string_view suggestion = {});
  int fail(Status with, const Error& error, std::string_view file, std::string_view text);
  int fail(Status with, const Error& error) { return fail(with, error.message, error.suggestion); }
};

std::string shown_name(const std::string& file);  // for messages: - is standard input

std::optional<std::string> read_text(Work& work, const std::string& name);  // - is standard input

// A document with the built-in kinds and nothing in it; then one from a file.
std::optional<Document> fresh_document(Work& work);
std::optional<Document> read_document(Work& work, const std::string& name, const Document& fresh,
                                      View* view = nullptr);
std::optional<Document> read_document(Work& work, const std::string& name, View* view = nullptr);
std::optional<Document> document_from(Work& work, std::string_view text, const std::string& name,
                                      const Document& fresh, View* view = nullptr);

// With the files of its paths read, from its folder.
std::optional<Script> read_script(Work& work, const std::string& name);

// --path and --threads, or LIMBER_THREADS. A number of threads too great is cut to most_threads.
inline constexpr int most_threads = 64;
bool set_up(Work& work, Stepper& stepper);

bool apply_settings(Work& work, Live& live);  // --set, and wait until the figure follows
bool apply_drives(Work& work, Live& live);    // --drive
std::optional<std::vector<Readout>> traced(Work& work, const Document& document);  // --trace

// Data for standard output or a file. Nothing of a file is seen before finish(), and nothing at
// all of it when that is not reached.
class Data {
 public:
  Data(Work& work, std::string file);  // "" or "-": standard output
  void write(std::string_view bytes);
  bool finish();  // false: it could not be written; told

 private:
  Work& work_;
  std::string file_, held_;
};
bool write_file(Work& work, const std::string& file, std::string_view bytes);
bool write_over(Work& work, const std::string& file,
                std::string_view bytes);  // an input; keeps a .bak
bool save_document(Work& work, const std::string& file, const Document& document,
                   const View& view);

// A row of numbers, as CSV or as a line of JSON.
class Table {
 public:
  Table(Data& data, bool json, std::vector<std::string> columns);  // writes the heading
  Table& whole(std::int64_t value);
  Table& number(double value);
  Table& number(const std::optional<double>& value);  // empty, null
  Table& text(std::string_view value);
  void end_row();
  void comment(std::string_view key, std::string_view value);  // "# hash ..." or {"hash": ...}

 private:
  void cell(const std::string& text);
  Data& data_;
  bool json_;
  std::vector<std::string> columns_;
  std::size_t at_ = 0;
  std::string row_;
};

// Compares with --expect-hash; prints it when --hash asks. Sets the status.
void report_hash(Work& work, Table* table, Data& data, const World& world);

// How far the hard constraints are from being met, and which are not; under --strict that is a
// failure.
void report_unmet(Work& work, const Document& document, const std::vector<ConstraintId>& unmet);

// The motors that stalled, each with the time and the phase where it did, and what stopped it: its
// limit of force, or the figure, which cannot go on so with any force; under --strict that is a
// failure.
struct Stall {
  MotorId motor;
  double time = 0, phase = 0;
  double force = 0;       // on the phase, where it is
  bool at_limit = false;  //   the motor's limit
};
std::string where_stalled(const Document& document, const Stall& stall);
void report_stalled(Work& work, const Document& document, const std::vector<Stall>& stalls);

// One function for each command, in a file of its own.
int render(Work& work);
int simulate(Work& work);
int pull(Work& work);
int edit(Work& work);
int replay(Work& work);
int check(Work& work);
int curve(Work& work);
int convert(Work& work);
int import(Work& work);
int format(Work& work);
int actions(Work& work);
int info(Work& work);
int bench(Work& work);

}  // namespace limber::cli
