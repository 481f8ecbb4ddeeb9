// PAC2002, version 5.2 of the magic formula: Pacejka, Tyre and vehicle dynamics (2002), ch. 4, in the spelling of the
// property files. The files use TYDEX W axes, as we do: alpha > 0 gives Fy < 0 because PKY1 < 0.
//
// Two things differ from the book, to make forces continuous: the curvature of the trail uses alpha_t itself where the
// trail uses its equivalent at combined slip, and moments that depend on the direction of rolling pass through zero
// below VXLOW.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "formats/model/elementary/elementary.h"
#include "formats/model/tyres/combine.h"
#include "formats/model/tyres/pac2002_keys.h"
#include "formats/model/tyres/types.h"

namespace mb {
namespace {

using pac2002::Coefficients;

// Everything that depends on load, camber and friction.
struct AtLoad {
  double dfz;
  double Kx, Ky;
  SlipCurve x, y;  // without slip; E still without its sign term
  double SHx, SVx, SHy, SVy;
};

double signOf(double value) { return value < 0 ? -1 : 1; }

// A weighting function of combined slip: 1 at zero slip, never negative.
double weight(double B, double C, double E, double shift, double slip) {
  const double numerator = magicCosine(B * (slip + shift), C, E);
  const double denominator = shift == 0 ? 1 : std::max(magicCosine(B * shift, C, E), 0.1);
  return std::max(numerator / denominator, 0.0);
}

// The slip angle equivalent to both slips together; only its magnitude matters.
double equivalentAngle(double alpha, double tangent) {
  const double inside = std::clamp(alpha, -std::numbers::pi / 2, std::numbers::pi / 2);
  if (tangent == 0) return std::abs(inside);
  const double tanAlpha = elementary::tan(inside);
  return elementary::atan(std::sqrt(tanAlpha * tanAlpha + tangent * tangent));
}

class Pac2002 final : public RadialTyre {
 public:
  explicit Pac2002(const Tyre& tyre) : RadialTyre(scaled(tyre)), c_(pac2002::coefficients(tyre)), range_(tyre) {
    range_.apply(*this);
    Fz0_ = c_.FNOMIN * c_.LFZO;
    nominalDeflection_ = deflectionAt(c_.FNOMIN);
    const int mode = std::abs(static_cast<int>(c_.USE_MODE)) % 10;
    longitudinal_ = mode == 1 || mode >= 3;
    lateral_ = mode >= 2;
    combined_ = mode >= 4;
    weighted_ = c_.RBX1 != 0 && c_.RBY1 != 0;
    side_ = c_.USE_MODE < 0 ? -1 : 1;
    deflects_ = c_.QSX4 != 0 || c_.QSX10 != 0;
    resists_ = c_.QSY1 != 0 || c_.QSY2 != 0 || c_.QSY3 != 0 || c_.QSY4 != 0;
  }

  // R0 - rho0 (D atan(B rho / rho0) + F rho / rho0), rho0 the deflection at the nominal load.
  double rollingRadius(double deflection, double load) const override {
    if (c_.DREFF == 0 && c_.FREFF == 0) return RadialTyre::rollingRadius(deflection, load);
    const double rho = std::max(deflection, 0.0) / nominalDeflection_;
    const double less = nominalDeflection_ * (c_.DREFF * elementary::atan(c_.BREFF * rho) + c_.FREFF * rho);
    return std::clamp(radius - less, 0.1 * radius, 2 * radius);
  }

  TyreRelaxation relaxation(double load, double camber) const override {
    if (!(load > 0)) return {relaxationLength(0), relaxationLength(0), 0, 0};
    const double gamma = side_ * std::clamp(camber, range_.leastCamber, range_.largestCamber);
    const AtLoad at = atLoad(load, gamma, 1);
    const double sigmaKappa =
        load * (c_.PTX1 + c_.PTX2 * at.dfz) * boundedExp(-c_.PTX3 * at.dfz) * radius / c_.FNOMIN * c_.LSGKP;
    const double sigmaAlpha = c_.PTY2 == 0 ? 0
                                           : c_.PTY1 * sinTwiceAtan(load / (c_.PTY2 * Fz0_)) *
                                                 (1 - c_.PKY3 * std::abs(gamma)) * radius * c_.LFZO * c_.LSGAL;
    const double least = 0.1 * radius;
    return {c_.PTX1 == 0 ? relaxationLength(0) : std::max(sigmaKappa, least),
            c_.PTY1 == 0 ? relaxationLength(0) : std::max(sigmaAlpha, least), longitudinal_ ? at.Kx : 0,
            lateral_ ? -at.Ky : 0};
  }

  TyreForces forces(const TyreSlip& given) const override {
    if (!(given.load > 0) || !(longitudinal_ || lateral_)) return {};
    TyreSlip slip = given;
    slip.alpha *= side_;
    slip.camber *= side_;
    slip = range_.clamped(slip);
    AtLoad at = atLoad(slip.load, slip.camber, slip.friction);
    at.x.x = slip.kappa + at.SHx;
    at.x.E = curvature(at.x.E * (1 - c_.PEX4 * signOf(at.x.x)));
    at.y.x = slip.alpha + at.SHy;
    at.y.E = curvature(at.y.E * (1 - (c_.PEY3 + c_.PEY4 * slip.camber * c_.LGAY) * signOf(at.y.x)));

    const double rolling = smoothSign(slip.speed, lowSpeed);
    TyreForces forces;
    double induced = 0;  // S_Vyk
    if (combined_ && !weighted_) {
      const PlaneForce plane = similarForces(at.x, at.y);
      forces.Fx = plane.x + at.SVx;
      forces.Fy = plane.y + at.SVy;
    } else {
      if (longitudinal_) forces.Fx = pureForce(at.x) + at.SVx;
      if (lateral_) forces.Fy = pureForce(at.y) + at.SVy;
      if (combined_) {
        induced = inducedForce(at, slip);
        forces.Fx *= weightX(at, slip);
        forces.Fy = forces.Fy * weightY(at, slip) + induced;
      }
    }
    if (longitudinal_) forces.My = rollingMoment(at, slip, forces.Fx) * rolling;
    if (lateral_) {
      forces.Mx = side_ * overturningMoment(slip, forces.Fy);
      forces.Mz = side_ * aligningMoment(at, slip, forces, induced, rolling);
      forces.Fy *= side_;
    }
    return forces;
  }

 private:
  // LCZ scales the stiffness along the normal, with or without a curve.
  static Tyre scaled(const Tyre& tyre) {
    Tyre copy = tyre;
    const double factor = valueOf(tyre, "LCZ");
    copy.values[static_cast<std::size_t>(*keyOf(*tyre.type, "VERTICAL_STIFFNESS"))] *= factor;
    for (double& load : copy.load) load *= factor;
    return copy;
  }

  AtLoad atLoad(double load, double camber, double friction) const {
    const double dfz = (std::min(load, range_.largestLoad) - Fz0_) / Fz0_;
    const double gammaX = camber * c_.LGAX;
    const double gammaY = camber * c_.LGAY;
    const double muX = c_.LMUX * friction;
    const double muY = c_.LMUY * friction;
    AtLoad at;
    at.dfz = dfz;
    at.x.C = c_.PCX1 * c_.LCX;
    at.x.D = load * std::max((c_.PDX1 + c_.PDX2 * dfz) * (1 - c_.PDX3 * gammaX * gammaX), 0.0) * muX;
    at.x.E = (c_.PEX1 + (c_.PEX2 + c_.PEX3 * dfz) * dfz) * c_.LEX;
    at.Kx = load * (c_.PKX1 + c_.PKX2 * dfz) * boundedExp(c_.PKX3 * dfz) * c_.LKX;
    at.x.B = stiffnessFactor(at.Kx, at.x.C, at.x.D);
    at.SHx = (c_.PHX1 + c_.PHX2 * dfz) * c_.LHX;
    at.SVx = load * (c_.PVX1 + c_.PVX2 * dfz) * c_.LVX * muX;

    at.y.C = c_.PCY1 * c_.LCY;
    at.y.D = load * std::max((c_.PDY1 + c_.PDY2 * dfz) * (1 - c_.PDY3 * gammaY * gammaY), 0.0) * muY;
    at.y.E = (c_.PEY1 + c_.PEY2 * dfz) * c_.LEY;
    at.Ky = c_.PKY1 * Fz0_ * sinTwiceAtan(load / (c_.PKY2 * Fz0_)) * (1 - c_.PKY3 * std::abs(gammaY)) * c_.LKY;
    at.y.B = stiffnessFactor(at.Ky, at.y.C, at.y.D);
    at.SHy = (c_.PHY1 + c_.PHY2 * dfz) * c_.LHY + c_.PHY3 * gammaY * c_.LKG;
    at.SVy = load * ((c_.PVY1 + c_.PVY2 * dfz) * c_.LVY + (c_.PVY3 + c_.PVY4 * dfz) * gammaY * c_.LKG) * muY;
    return at;
  }

  // G_xa
  double weightX(const AtLoad& at, const TyreSlip& slip) const {
    const double B = c_.RBX1 * cosAtan(c_.RBX2 * slip.kappa) * c_.LXAL;
    return weight(B, c_.RCX1, curvature(c_.REX1 + c_.REX2 * at.dfz), c_.RHX1, slip.alpha);
  }

  // G_yk
  double weightY(const AtLoad& at, const TyreSlip& slip) const {
    const double B = c_.RBY1 * cosAtan(c_.RBY2 * (slip.alpha - c_.RBY3)) * c_.LYKA;
    return weight(B, c_.RCY1, curvature(c_.REY1 + c_.REY2 * at.dfz), c_.RHY1 + c_.RHY2 * at.dfz, slip.kappa);
  }

  // S_Vyk
  double inducedForce(const AtLoad& at, const TyreSlip& slip) const {
    const double D = at.y.D * (c_.RVY1 + c_.RVY2 * at.dfz + c_.RVY3 * slip.camber) * cosAtan(c_.RVY4 * slip.alpha);
    return D == 0 ? 0 : D * elementary::sin(c_.RVY5 * elementary::atan(c_.RVY6 * slip.kappa)) * c_.LVYKA;
  }

  double overturningMoment(const TyreSlip& slip, double Fy) const {
    const double lateral = Fy / c_.FNOMIN;
    double arm = c_.QSX1 * c_.LVMX - c_.QSX2 * slip.camber + c_.QSX3 * lateral;
    if (deflects_) {
      const double share = slip.load / c_.FNOMIN;
      arm += c_.QSX4 * elementary::cos(c_.QSX5 * elementary::atan(c_.QSX6 * share * c_.QSX6 * share)) *
                 elementary::sin(c_.QSX7 * slip.camber + c_.QSX8 * elementary::atan(c_.QSX9 * lateral)) +
             c_.QSX10 * elementary::atan(c_.QSX11 * share) * slip.camber;
    }
    return radius * slip.load * c_.LMX * arm;
  }

  // Without coefficients of its own, the rolling resistance is the force at zero slip: My = R0 (SVx + Kx SHx).
  double rollingMoment(const AtLoad& at, const TyreSlip& slip, double Fx) const {
    if (!resists_) return radius * (at.SVx + at.Kx * at.SHx) * c_.LMY;
    const double share = std::min(std::abs(slip.speed / c_.LONGVL), 10.0);
    const double square = share * share;
    return -radius * slip.load * c_.LMY *
           (c_.QSY1 + c_.QSY2 * Fx / c_.FNOMIN + c_.QSY3 * share + c_.QSY4 * square * square);
  }

  double aligningMoment(const AtLoad& at, const TyreSlip& slip, const TyreForces& forces, double induced,
                        double rolling) const {
    const double gamma = slip.camber * c_.LGAZ;
    const double muY = std::max(c_.LMUY * slip.friction, 1e-6);
    const double Ky = std::copysign(std::max(std::abs(at.Ky), 1e-6), at.Ky);
    const double aside = combined_ ? at.Kx / Ky * slip.kappa : 0;
    const double cosAlpha = elementary::cos(slip.alpha);

    const double alphaT = slip.alpha + c_.QHZ1 + c_.QHZ2 * at.dfz + (c_.QHZ3 + c_.QHZ4 * at.dfz) * gamma;
    const double Bt = (c_.QBZ1 + (c_.QBZ2 + c_.QBZ3 * at.dfz) * at.dfz) *
                      (1 + c_.QBZ4 * gamma + c_.QBZ5 * std::abs(gamma)) * c_.LKY / muY;
    const double Dt =
        slip.load * (c_.QDZ1 + c_.QDZ2 * at.dfz) * (1 + (c_.QDZ3 + c_.QDZ4 * gamma) * gamma) * radius / Fz0_ * c_.LTR;
    double trail = 0;
    if (Dt != 0) {
      const double skew = c_.QEZ4 + c_.QEZ5 * gamma;
      const double turned = skew == 0 ? 0 : skew * 2 / std::numbers::pi * elementary::atan(Bt * c_.QCZ1 * alphaT);
      const double Et = curvature((c_.QEZ1 + (c_.QEZ2 + c_.QEZ3 * at.dfz) * at.dfz) * (1 + turned));
      trail = Dt * magicCosine(Bt * equivalentAngle(alphaT, aside), c_.QCZ1, Et) * cosAlpha;
    }

    const double Dr =
        slip.load * ((c_.QDZ6 + c_.QDZ7 * at.dfz) * c_.LRES + (c_.QDZ8 + c_.QDZ9 * at.dfz) * gamma) * radius * muY;
    double residual = 0;
    if (Dr != 0) {
      const double Br = c_.QBZ9 * c_.LKY / muY + c_.QBZ10 * at.y.B * at.y.C;
      residual = Dr * cosAtan(Br * equivalentAngle(slip.alpha + at.SHy + at.SVy / Ky, aside)) * cosAlpha;
    }

    double moment = rolling * (residual - trail * (forces.Fy - induced));
    if (combined_) {
      const double arm = c_.SSZ1 + c_.SSZ2 * forces.Fy / Fz0_ + (c_.SSZ3 + c_.SSZ4 * at.dfz) * gamma;
      moment += arm * radius * c_.LS * forces.Fx;
    }
    return moment;
  }

  Coefficients c_;
  SlipRange range_;
  double Fz0_;
  double nominalDeflection_;
  double side_;
  bool longitudinal_;
  bool lateral_;
  bool combined_;
  bool weighted_;
  bool deflects_;
  bool resists_;
};

std::unique_ptr<TyreLaw> make(const Tyre& tyre) { return std::make_unique<Pac2002>(tyre); }

std::string fault(const Tyre& tyre) {
  if (std::string found = sizeFault(tyre); !found.empty()) return found;
  if (std::string found = rangeFault(tyre); !found.empty()) return found;
  const double mode = valueOf(tyre, "USE_MODE");
  if (mode != std::floor(mode) || std::fmod(std::abs(mode), 10) > 5) {
    return fmt::format("USE_MODE is {}, must be a whole number whose last digit is 0 to 5", mode);
  }
  for (const char* const key :
       {"FNOMIN", "LFZO", "LCZ", "LONGVL", "LCX", "LCY", "LMUX", "LMUY", "PDX1", "PDY1", "PKY2"}) {
    const double value = valueOf(tyre, key);
    if (!(value > 1e-3)) return fmt::format("{} is {}, must be more than 0.001", key, value);
  }
  for (const char* const key : {"PCX1", "PCY1"}) {
    const double value = valueOf(tyre, key);
    if (!(value > 0.1)) return fmt::format("{} is {}, must be more than 0.1", key, value);
  }
  if (valueOf(tyre, "PKY1") >= 0) {
    return fmt::format("PKY1 is {}, must be negative: a wheel that drifts to the left is pushed to the right",
                       valueOf(tyre, "PKY1"));
  }
  return lawFault(tyre);
}

}  // namespace

TyreType pac2002Tyre() {
  return {"pac2002", "magic formula 5.2, PAC2002", "PAC2002", false, pac2002::kKeys, fault, make};
}

}  // namespace mb
