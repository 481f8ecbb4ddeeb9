// How --help is laid out, where CLI11's own layout says what is not so.
#pragma once

namespace CLI {
class App;
}

namespace mb {

// For the app and the commands that are added to it afterwards.
void setHelpFormat(CLI::App& app);

}  // namespace mb
