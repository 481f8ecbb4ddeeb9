// Options that one command has for itself, by group.
#pragma once

#include "converter/cli/options.h"

namespace CLI {
class App;
}

namespace mb {

void addRun(CLI::App& app, Options& options);
void addTable(CLI::App& app, Options& options);
void addSettle(CLI::App& app, Options& options);
void addVerify(CLI::App& app, Options& options);
void addBench(CLI::App& app, Options& options);
void addPlot(CLI::App& app, Options& options);
void addCompare(CLI::App& app, Options& options);

}  // namespace mb
