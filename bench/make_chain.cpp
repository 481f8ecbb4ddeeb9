// Writes a chain of N planar four-bars in the native format: make_chain N > chain.xml. 3 N bodies besides the ground, 4
// N joints.
//
//      B ---coupler--- C         The rocker of one four-bar carries the two base pivots of the next, so the loops are
//      separate |               |         blocks in series. All coordinates are multiples of 1/8 and therefore exact:
//      the loops close to
//    crank          rocker ...   the last bit.
//      |               |
//      A --- base ---- D
#include <charconv>
#include <cstdio>
#include <cstring>
#include <string>

namespace {

constexpr double kPitch = 2;  // from one four-bar to the next

void writeBody(const char* name, int width, int k, double x, double z, double mass) {
  std::printf(
      "<body name=\"%s_%0*d\"><pose pos=\"%.3f 0 %.3f\"/><mass value=\"%g\"/>"
      "<inertia xx=\"0.25\" yy=\"0.25\" zz=\"0.125\"/></body>\n",
      name, width, k, x, z, mass);
}

void writePin(char pin, const std::string& i, const std::string& j, int width, int k, double x, double z) {
  std::printf("<joint name=\"%c_%0*d\" type=\"revolute\" i=\"%s\" j=\"%s\" point=\"%.3f 0 %.3f\" axis=\"0 1 0\"/>\n",
              pin, width, k, i.c_str(), j.c_str(), x, z);
}

std::string numbered(const std::string& name, int width, int k) {
  std::string digits = std::to_string(k);
  digits.insert(0, static_cast<std::size_t>(width) - digits.size(), '0');
  return name + "_" + digits;
}

void writeChain(int count) {
  const int width = static_cast<int>(std::to_string(count).size());
  std::printf("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<mbs version=\"1\" name=\"chain_of_%d_four_bars\">\n",
              count);
  std::printf("<body name=\"ground\" ground=\"true\"/>\n");
  std::string base = "ground";
  for (int k = 1; k <= count; ++k) {
    const double x = kPitch * (k - 1);
    const std::string crank = numbered("crank", width, k);
    const std::string coupler = numbered("coupler", width, k);
    const std::string rocker = numbered("rocker", width, k);
    writeBody("crank", width, k, x, 0.25, 1);
    writeBody("coupler", width, k, x + 0.625, 0.625, 1.5);
    writeBody("rocker", width, k, x + 1.25, 0.25, 2);
    writePin('a', crank, base, width, k, x, 0);
    writePin('b', coupler, crank, width, k, x, 0.5);
    writePin('c', coupler, rocker, width, k, x + 1.25, 0.75);
    writePin('d', rocker, base, width, k, x + 1, 0);
    base = rocker;
  }
  std::printf("</mbs>\n");
}

}  // namespace

int main(int argc, char** argv) {
  int count = 0;
  const char* const last = argc == 2 ? argv[1] + std::strlen(argv[1]) : nullptr;
  if (argc != 2 || std::from_chars(argv[1], last, count).ptr != last || count < 1) {
    std::fputs("usage: make_chain N, the number of four-bars, at least 1\n", stderr);
    return 2;
  }
  writeChain(count);
  return std::fflush(stdout) == 0 ? 0 : 1;
}
