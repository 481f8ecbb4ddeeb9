#include <csignal>

#include "converter/cli/run_program.h"
#include "converter/commands/command_table.h"
#include "converter/console/console.h"

int main(int count, char** arguments) {
  mb::reserveStandardDescriptors();
  std::signal(SIGXFSZ, SIG_IGN);  // a file above the limit (ulimit -f) is an error to be told
  return static_cast<int>(mb::runProgram(mb::commandTable(), count, arguments));
}
