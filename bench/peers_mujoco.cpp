// MuJoCo as its users would use it: nested bodies with joints, connect for points, tendons for distances and springs.
// Its constraints are soft: it compromises between closing the loops and moving freely, and ignores the velocity terms
// in the accelerations of the closures (Phi_z_dot z_dot).
#include <fmt/format.h>
#include <mujoco/mujoco.h>

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <algorithm>
#include <cstring>
#include <iterator>
#include <stdexcept>

#include "bench/peers.h"

namespace mb::peers {
namespace {

using Matrix = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;
using Eigen::Quaterniond;
using Eigen::Vector3d;

Vector3d vector(const Vector& v) { return {v[0], v[1], v[2]}; }
Eigen::Isometry3d pose(const Frame& X) {
  Eigen::Isometry3d result = Eigen::Isometry3d::Identity();
  result.linear() = Eigen::Map<const Matrix>(X.R.data());
  result.translation() = vector(X.p);
  return result;
}
Eigen::Isometry3d X_BL(const Model& model, int link) {
  return link == kWorld ? Eigen::Isometry3d::Identity()
                        : pose(model.links[static_cast<std::size_t>(link)].X_LB).inverse();
}

std::string text(const Vector3d& v) { return fmt::format("{:.17g} {:.17g} {:.17g}", v.x(), v.y(), v.z()); }
std::string turnText(const Eigen::Matrix3d& R) {
  const Quaterniond q(R);
  return fmt::format("{:.17g} {:.17g} {:.17g} {:.17g}", q.w(), q.x(), q.y(), q.z());
}

bool isFree(const Link& link) { return link.parent == kWorld && link.motions.size() == 4; }

// The model as MJCF. A body's frame is its joint's, so that the joint's axes are coordinate axes. The MJCF reader
// refuses deeply nested elements, but not files that include others.
class Writer {
 public:
  Writer(const Model& model, Softness softness)
      : model_(model), children_(model.links.size()), sites_(model.links.size() + 1) {
    addTendons();
    std::vector<int> bases;
    for (std::size_t k = 0; k < model.links.size(); ++k) {
      const int parent = model.links[k].parent;
      (parent == kWorld ? bases : children_[static_cast<std::size_t>(parent)]).push_back(static_cast<int>(k));
    }
    put("<mujoco><compiler angle=\"radian\"/><option gravity=\"{}\"{}/>", text(vector(model.gravity)),
        softness == Softness::least ? " tolerance=\"1e-12\"" : "");
    put("<size nconmax=\"0\" njmax=\"{}\"/>", 3 * model.closures.size() + 10);
    if (softness == Softness::least) put("<default><equality solimp=\"0.9999 0.9999 0.001\"/></default>");
    put("<worldbody>{}", sites_.back());
    for (const int base : bases) addBody(base, 1);
    put("</worldbody><tendon>{}</tendon><equality>{}</equality></mujoco>", tendons_, equalities_);
    files_.push_back({"model.xml", out_});
  }

  struct File {
    std::string name;
    std::string text;
  };
  const std::vector<File>& files() const { return files_; }

 private:
  template <class... Args>
  void put(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
  }
  void addSite(int link, const std::string& name, const Vector& p) {
    (link == kWorld ? sites_.back() : sites_[static_cast<std::size_t>(link)]) +=
        fmt::format("<site name=\"{}\" pos=\"{}\"/>", name, text(X_BL(model_, link) * vector(p)));
  }
  void addTendon(const std::string& name, int first, const Vector& p1, int second, const Vector& p2,
                 const std::string& more) {
    addSite(first, name + "i", p1);
    addSite(second, name + "j", p2);
    tendons_ +=
        fmt::format("<spatial name=\"{0}\"{1}><site site=\"{0}i\"/><site site=\"{0}j\"/></spatial>", name, more);
  }
  void addTendons() {
    int number = 0;
    for (const Spring& spring : model_.springs) {
      addTendon(fmt::format("s{}", number++), spring.first, spring.p1, spring.second, spring.p2,
                fmt::format(" stiffness=\"{:.17g}\" damping=\"{:.17g}\" springlength=\"{:.17g}\"", spring.stiffness,
                            spring.damping, spring.length));
    }
    number = 0;
    for (const Closure& closure : model_.closures) {
      const std::string name = fmt::format("c{}", number++);
      if (closure.kind == Closure::Kind::distance) {
        addTendon(name, closure.linkF, closure.X_LF.p, closure.linkM, closure.p_LM, "");
        equalities_ += fmt::format("<tendon name=\"{0}\" tendon1=\"{0}\"/>", name);
      } else {
        const auto body = [](int link) { return link == kWorld ? std::string("world") : fmt::format("b{}", link); };
        equalities_ += fmt::format("<connect name=\"{}\" body1=\"{}\" body2=\"{}\" anchor=\"0 0 0\"/>", name,
                                   body(closure.linkM), body(closure.linkF));
      }
    }
  }
  void addBody(int index, int depth) {
    const Link& link = model_.links[static_cast<std::size_t>(index)];
    const Eigen::Isometry3d X = X_BL(model_, link.parent) * pose(link.X_PA);
    put("<body name=\"b{}\" pos=\"{}\" quat=\"{}\">", index, text(X.translation()), turnText(X.linear()));
    if (isFree(link)) put("<freejoint name=\"j{}_0\"/>", index);
    for (std::size_t k = 0; k < link.motions.size() && !isFree(link); ++k) {
      const Motion& motion = link.motions[k];
      const char* const type = motion.kind == Motion::Kind::ball          ? "ball"
                               : motion.kind == Motion::Kind::translation ? "slide"
                                                                          : "hinge";
      put("<joint name=\"j{}_{}\" type=\"{}\" axis=\"{}\"/>", index, k, type, text(Vector3d::Unit(motion.axis)));
    }
    addInertia(link, X_BL(model_, index));
    put("{}", sites_[static_cast<std::size_t>(index)]);
    const bool isDeep = depth % 40 == 0 && !children_[static_cast<std::size_t>(index)].empty();
    std::string outer;
    if (isDeep) {
      std::swap(out_, outer);
      put("<mujoco>");
    }
    for (const int child : children_[static_cast<std::size_t>(index)]) addBody(child, depth + 1);
    if (isDeep) {
      put("</mujoco>");
      const std::string name = fmt::format("below{}.xml", index);
      files_.push_back({name, out_});
      out_ = outer;
      put("<include file=\"{}\"/>", name);
    }
    put("</body>");
  }
  // MuJoCo requires positive moments, none of them above the sum of the others. Bars and plates get what they lack: a
  // part in 1e9.
  void addInertia(const Link& link, const Eigen::Isometry3d& X) {
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> principal(Eigen::Map<const Matrix>(link.inertia.data()));
    Eigen::Matrix3d R = principal.eigenvectors();
    if (R.determinant() < 0) R.col(0) *= -1;
    Vector3d moments = principal.eigenvalues();  // ascending
    const double least = 1e-9 * moments[2];
    moments[0] = std::max({moments[0], least, moments[2] - moments[1] + least});
    put("<inertial mass=\"{:.17g}\" pos=\"{}\" quat=\"{}\" diaginertia=\"{}\"/>", link.mass, text(X * vector(link.com)),
        turnText(X.linear() * R), text(moments));
  }

  const Model& model_;
  std::vector<std::vector<int>> children_;
  std::vector<std::string> sites_;  // by link; the last one is the world's
  std::string tendons_;
  std::string equalities_;
  std::string out_;
  std::vector<File> files_;
};

class MujocoEngine : public Engine {
 public:
  MujocoEngine(const Model& model, Softness softness) : model_(model) {
    const auto files = std::make_unique<mjVFS>();
    mj_defaultVFS(files.get());
    const Writer writer(model, softness);
    for (const Writer::File& file : writer.files()) {
      mj_makeEmptyFileVFS(files.get(), file.name.c_str(), static_cast<int>(file.text.size()));
      std::memcpy(files->filedata[mj_findFileVFS(files.get(), file.name.c_str())], file.text.data(), file.text.size());
    }
    std::array<char, 1000> error{};
    m_.reset(mj_loadXML("model.xml", files.get(), error.data(), static_cast<int>(error.size())));
    mj_deleteVFS(files.get());
    if (!m_) throw std::runtime_error(error.data());
    // Corrects values that the compiler took from the reference position, which need not be assembled.
    for (std::size_t k = 0; k < model.closures.size(); ++k) {
      const Closure& closure = model.closures[k];
      const std::string name = fmt::format("c{}", k);
      if (closure.kind == Closure::Kind::distance) {
        m_->tendon_length0[mj_name2id(m_.get(), mjOBJ_TENDON, name.c_str())] = closure.length;
        continue;
      }
      const Vector3d onM = X_BL(model, closure.linkM) * vector(closure.p_LM);
      const Vector3d onF = X_BL(model, closure.linkF) * vector(closure.X_LF.p);
      mjtNum* const data = m_->eq_data + mjNEQDATA * mj_name2id(m_.get(), mjOBJ_EQUALITY, name.c_str());
      std::copy_n(onM.data(), 3, data);
      std::copy_n(onF.data(), 3, data + 3);
    }
    d_.reset(mj_makeData(m_.get()));
    for (const Torque& torque : model.torques) {
      mjtNum* const applied = d_->xfrc_applied + 6 * bodyId(torque.link);
      for (std::size_t k = 0; k < 3; ++k) applied[3 + k] += torque.value[k];
    }
    for (std::size_t k = 0; k < model.links.size(); ++k) {
      for (std::size_t n = 0; n < model.links[k].motions.size() && (n == 0 || !isFree(model.links[k])); ++n)
        joints_.push_back({k, n, mj_name2id(m_.get(), mjOBJ_JOINT, fmt::format("j{}_{}", k, n).c_str())});
    }
  }

  // MuJoCo's balls have rates in the axes after the rotation; its free bodies move in the world.
  void set(const State& state) override {
    state_ = state;
    for (const Joint& joint : joints_) {
      const Link& link = model_.links[joint.link];
      const Motion& motion = link.motions[isFree(link) ? 3 : joint.motion];
      mjtNum* q = d_->qpos + m_->jnt_qposadr[joint.id];
      mjtNum* v = d_->qvel + m_->jnt_dofadr[joint.id];
      const double* const z = state.z.data();
      const double* const z_dot = state.z_dot.data();
      if (motion.kind != Motion::Kind::ball) {
        *q = z[motion.z];
        *v = z_dot[motion.v];
        continue;
      }
      Quaterniond turned = ball(motion);
      const Vector3d w = turned.conjugate() * Eigen::Map<const Vector3d>(z_dot + motion.v);
      if (isFree(link)) {
        const Eigen::Isometry3d X = pose(link.X_PA);
        const Vector3d p = X * Eigen::Map<const Vector3d>(z + link.motions[0].z);
        const Vector3d p_dot = X.linear() * Eigen::Map<const Vector3d>(z_dot + link.motions[0].v);
        q = std::copy_n(p.data(), 3, q);
        v = std::copy_n(p_dot.data(), 3, v);
        turned = Quaterniond(X.linear()) * turned;
      }
      *q++ = turned.w();
      std::copy_n(turned.vec().data(), 3, q);
      std::copy_n(w.data(), 3, v);
    }
  }
  // Its solver starts from the last solution, which is this one; a cold start takes up to a fifth longer.
  void evaluate() override { mj_forward(m_.get(), d_.get()); }
  std::vector<double> accelerations() const override {
    std::vector<double> result(static_cast<std::size_t>(model_.vCount));
    for (const Joint& joint : joints_) {
      const Link& link = model_.links[joint.link];
      const Motion& motion = link.motions[isFree(link) ? 3 : joint.motion];
      const mjtNum* a = d_->qacc + m_->jnt_dofadr[joint.id];
      if (motion.kind != Motion::Kind::ball) {
        result[static_cast<std::size_t>(motion.v)] = *a;
        continue;
      }
      if (isFree(link)) {
        const Vector3d p_ddot = pose(link.X_PA).linear().transpose() * Eigen::Map<const Vector3d>(a);
        std::copy_n(p_ddot.data(), 3, result.begin() + link.motions[0].v);
        a += 3;
      }
      const Vector3d w_dot = ball(motion) * Eigen::Map<const Vector3d>(a);
      std::copy_n(w_dot.data(), 3, result.begin() + motion.v);
    }
    return result;
  }

 private:
  struct Joint {
    std::size_t link = 0;
    std::size_t motion = 0;
    int id = 0;
  };
  struct Delete {
    void operator()(mjModel* m) const { mj_deleteModel(m); }
    void operator()(mjData* d) const { mj_deleteData(d); }
  };
  int bodyId(int link) const { return mj_name2id(m_.get(), mjOBJ_BODY, fmt::format("b{}", link).c_str()); }
  Quaterniond ball(const Motion& motion) const {
    const double* const z = state_.z.data() + motion.z;
    return {z[0], z[1], z[2], z[3]};
  }

  Model model_;
  State state_;
  std::unique_ptr<mjModel, Delete> m_;
  std::unique_ptr<mjData, Delete> d_;
  std::vector<Joint> joints_;
};

}  // namespace

std::unique_ptr<Engine> makeMujoco(const Model& model, Softness softness) {
  return std::make_unique<MujocoEngine>(model, softness);
}

}  // namespace mb::peers
