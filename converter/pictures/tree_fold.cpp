#include "converter/pictures/tree_fold.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "formats/model/basics/index.h"
#include "formats/model/basics/text.h"

namespace mb {
namespace {

// The parts of a name: what _ and other signs separate; in a name without such signs, letters and digits.
std::vector<std::string> partsOf(const std::string& name) {
  const auto isSign = [](char c) { return !isDigit(c) && (c == '_' || !isLetter(c)); };
  const bool hasSigns = std::ranges::any_of(name, isSign);
  const auto kindOf = [&](char c) { return isSign(c) ? 0 : hasSigns || !isDigit(c) ? 1 : 2; };
  std::vector<std::string> parts;
  int last = 0;
  for (const char c : name) {
    const int kind = kindOf(c);
    if (parts.empty() || kind == 0 || kind != last) parts.emplace_back();
    parts.back() += c;
    last = kind;
  }
  return parts;
}

std::string replaced(const std::string& name, const std::string& part, const std::string& by) {
  std::string text;
  for (const std::string& one : partsOf(name)) text += one == part ? by : one;
  return text;
}

// The part in which two names differ, if there is one only.
struct Difference {
  std::string a;
  std::string b;
};
std::optional<Difference> differenceOf(const std::string& a, const std::string& b) {
  const std::vector<std::string> left = partsOf(a);
  const std::vector<std::string> right = partsOf(b);
  std::optional<Difference> found;
  if (left.size() != right.size()) return found;
  for (std::size_t k = 0; k < left.size(); ++k) {
    if (left[k] == right[k]) continue;
    if (found) return std::nullopt;
    found = {left[k], right[k]};
  }
  return found;
}

using Group = std::vector<int>;  // nodes, parent before child

class Folder {
 public:
  explicit Folder(TreeNodes tree) : tree_(std::move(tree)), children_(tree_.nodes.size()), isGone_(tree_.nodes.size()) {
    for (std::size_t k = 0; k < tree_.nodes.size(); ++k) {
      const int parent = tree_.nodes[k].parent;
      if (parent >= 0) children_[at(parent)].push_back(static_cast<int>(k));
    }
  }

  TreeNodes run() {
    // Larger groups come first, since parents do; what is folded is not folded again inside.
    for (std::size_t k = 0; k < tree_.nodes.size(); ++k) {
      if (!isGone_[k] && !inside_.contains(static_cast<int>(k))) foldChildren(static_cast<int>(k));
    }
    return compacted();
  }

 private:
  const TreeNode& node(int k) const { return tree_.nodes[at(k)]; }

  void foldChildren(int parent) {
    std::vector<Group> groups = groupsAt(parent);
    while (!groups.empty()) {
      const Group first = std::move(groups.front());
      groups.erase(groups.begin());
      std::string part;
      std::vector<std::string> others;
      std::vector<int> cuts = cutsIn(first);
      std::vector<Group> alike;
      for (const Group& group : groups) {
        const std::optional<Difference> difference = differenceOf(node(first[0]).name, node(group[0]).name);
        if (!difference || (!part.empty() && part != difference->a)) continue;
        if (signatureOf(first, difference->a) != signatureOf(group, difference->b)) continue;
        part = difference->a;
        others.push_back(difference->b);
        alike.push_back(group);
      }
      // Two single boxes are as short as one with a bracket.
      if (alike.empty() || (first.size() == 1 && alike.size() == 1)) continue;
      for (const Group& group : alike) {
        std::erase(groups, group);
        std::ranges::copy(cutsIn(group), std::back_inserter(cuts));
        for (const int k : group) isGone_[at(k)] = true;
      }
      others.insert(others.begin(), part);
      std::string text = fmt::format("×{}: {}{}", others.size(), someOf(others, 6), cutsText(cuts));
      rename(first, others, std::move(text));
    }
  }

  // Children by block, each with all that hangs on them, without ghosts of the parent itself.
  std::vector<Group> groupsAt(int parent) const {
    std::vector<Group> groups;
    std::map<int, std::size_t> ofBlock;
    for (const int child : children_[at(parent)]) {
      const TreeNode& first = node(child);
      if (first.cut >= 0) continue;
      const bool isOwn = first.block < 0 || first.block == node(parent).block;
      const std::size_t place = isOwn ? groups.size() : ofBlock.try_emplace(first.block, groups.size()).first->second;
      if (place == groups.size()) groups.emplace_back();
      groups[place].push_back(child);
    }
    for (Group& group : groups) {
      Group all;
      for (const int child : group) appendSubtree(child, all);
      group = std::move(all);
    }
    std::erase_if(groups, [&](const Group& group) { return isReferredTo(group); });
    return groups;
  }

  void appendSubtree(int k, Group& all) const {
    std::vector<int> waiting{k};
    while (!waiting.empty()) {
      const int next = waiting.back();
      waiting.pop_back();
      all.push_back(next);
      const std::vector<int>& children = children_[at(next)];
      waiting.insert(waiting.end(), children.rbegin(), children.rend());
    }
  }

  std::set<BodyIndex> bodiesOf(const Group& group) const {
    std::set<BodyIndex> bodies;
    for (const int k : group) {
      if (node(k).cut < 0) bodies.insert(node(k).body);
    }
    return bodies;
  }

  // Whether a cut elsewhere closes to a body of the group.
  bool isReferredTo(const Group& group) const {
    const std::set<BodyIndex> bodies = bodiesOf(group);
    const std::set<int> members(group.begin(), group.end());
    for (std::size_t k = 0; k < tree_.nodes.size(); ++k) {
      const TreeNode& other = tree_.nodes[k];
      if (other.cut >= 0 && bodies.contains(other.body) && !members.contains(static_cast<int>(k))) return true;
    }
    return false;
  }

  // Structure, joints and names, but for the part that differs.
  std::vector<std::string> signatureOf(const Group& group, const std::string& part) const {
    const std::set<BodyIndex> own = bodiesOf(group);
    std::map<int, std::size_t> places;
    std::vector<std::string> rows;
    for (const int k : group) {
      const TreeNode& one = node(k);
      // A cut that leaves the group must lead to the same body from all.
      const std::string name = own.contains(one.body) ? starred(one.name, part) : one.name;
      const auto parent = places.find(one.parent);
      places.emplace(k, rows.size());
      rows.push_back(fmt::format("{} {} {} {} {} {} {}", parent == places.end() ? 0 : parent->second + 1, one.cut >= 0,
                                 one.isGap, one.glyphs, name, starred(one.joint, part), one.note));
    }
    return rows;
  }

  std::vector<int> cutsIn(const Group& group) const {
    std::vector<int> cuts;
    for (const int k : group) {
      if (node(k).cut >= 0) cuts.push_back(tree_.numbers[at(node(k).cut)]);
    }
    return cuts;
  }

  static std::string cutsText(std::vector<int> cuts) {
    if (cuts.empty()) return "";
    std::ranges::sort(cuts);
    const bool isRange = cuts.size() > 2 && cuts.back() - cuts.front() + 1 == static_cast<int>(cuts.size());
    if (isRange) return fmt::format("; cuts {} to {}", cuts.front(), cuts.back());
    return fmt::format("; cuts {}", fmt::join(cuts, ", "));
  }

  void rename(const Group& group, std::vector<std::string> parts, std::string text) {
    const std::set<BodyIndex> own = bodiesOf(group);
    for (const int k : group) {
      TreeNode& one = tree_.nodes[at(k)];
      if (own.contains(one.body)) one.name = starred(one.name, parts[0]);
      one.joint = starred(one.joint, parts[0]);
      one.line = subjectIn(std::move(one.line), parts);
      one.box = own.contains(one.body) ? subjectIn(std::move(one.box), parts)
                                       : PictureSubject{one.box.body, one.box.joint, {}, one.line.joints};
      for (PictureSubject& glyph : one.glyphSubjects) glyph = subjectIn(std::move(glyph), parts);
      inside_.insert(k);
    }
    folds_.push_back({group, std::move(text), std::move(parts)});
  }

  // What is left, in rows of its own.
  TreeNodes compacted() {
    TreeNodes out;
    out.numbers = tree_.numbers;
    out.blockNumbers = tree_.blockNumbers;
    std::vector<int> place(tree_.nodes.size(), -1);
    for (std::size_t k = 0; k < tree_.nodes.size(); ++k) {
      TreeNode& one = tree_.nodes[k];
      if (isGone_[k]) {
        out.foldedAway += 1 + one.leftOut - (one.isGap ? 1 : 0);
        continue;
      }
      place[k] = static_cast<int>(out.nodes.size());
      if (one.parent >= 0) one.parent = place[at(one.parent)];
      // The names of joints that share a line take much room; they are told when it is pointed at.
      if (one.glyphSubjects.size() > 1 && one.leftOut > 0) one.joint.clear();
      addInRow(std::move(one), out);
    }
    for (const Made& made : folds_) {
      TreeFold fold{out.rows, 0, made.text, made.parts};
      for (const int k : made.group) {
        const int row = out.nodes[at(place[at(k)])].row;
        fold.firstRow = std::min(fold.firstRow, row);
        fold.lastRow = std::max(fold.lastRow, row);
      }
      out.folds.push_back(std::move(fold));
    }
    return out;
  }

  struct Made {
    Group group;
    std::string text;
    std::vector<std::string> parts;
  };

  TreeNodes tree_;
  std::vector<std::vector<int>> children_;
  std::vector<bool> isGone_;
  std::set<int> inside_;  // nodes of groups that stand for several
  std::vector<Made> folds_;
};

}  // namespace

TreeNodes folded(TreeNodes tree) { return Folder(std::move(tree)).run(); }

std::string starred(const std::string& name, const std::string& part) { return replaced(name, part, "*"); }

std::vector<std::string> namesIn(const std::string& name, const std::vector<std::string>& parts) {
  std::vector<std::string> names;
  for (const std::string& part : parts) {
    std::string one = replaced(name, parts[0], part);
    if (std::ranges::find(names, one) == names.end()) names.push_back(std::move(one));
  }
  return names;
}

PictureSubject subjectIn(PictureSubject subject, const std::vector<std::string>& parts) {
  if (!subject.body.empty()) subject.bodies = namesIn(subject.body, parts);
  if (!subject.joint.empty()) subject.joints = namesIn(subject.joint, parts);
  return subject;
}

}  // namespace mb
