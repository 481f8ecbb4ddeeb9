// PAC2002, version 5.2 of the magic formula: Pacejka, Tyre and vehicle dynamics (2002), ch. 4, in the spelling of the
// property files. The files use TYDEX W axes, as we do: alpha > 0 gives Fy < 0 because PKY1 < 0.
//
// Two things differ from the book, to make forces continuous: the curvature of the trail uses alpha_t itself where the
// trail uses its equivalent at combined slip, and moments that depend on the direction of rolling pass through zero
// below VXLOW.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "formats/model/tyres/combine.h"
#include "formats/model/tyres/pac2002_keys.h"
#include "formats/model/tyres/types.h"

namespace mb {
namespace {

using pac2002::CoefficientsOf;

// Everything that depends on load, camber and friction.
template <class T>
struct AtLoad {
  T dfz;
  T Kx, Ky;
  SlipCurveOf<T> x, y;  // without slip; E still without its sign term
  T SHx, SVx, SHy, SVy;
};

template <class T>
T signOf(T value) {
  return explored<T>([&]() -> T { return value < 0 ? -1 : 1; });
}

// A weighting function of combined slip: 1 at zero slip, never negative.
template <class T>
T weight(T B, T C, T E, T shift, T slip) {
  const T numerator = magicCosine(T(B * (slip + shift)), C, E);
  const T denominator =
      explored<T>([&]() -> T { return shift == 0 ? T(1) : largest(magicCosine(T(B * shift), C, E), 0.1); });
  return largest(T(numerator / denominator), 0.0);
}

// The slip angle equivalent to both slips together; only its magnitude matters.
template <class T>
T equivalentAngle(T alpha, T tangent) {
  using elementary::atan, elementary::tan;
  using std::abs, std::sqrt;
  const T inside = limited(alpha, -std::numbers::pi / 2, std::numbers::pi / 2);
  return explored<T>([&]() -> T {
    if (tangent == 0) return abs(inside);
    const T tanAlpha = tan(inside);
    return atan(T(sqrt(tanAlpha * tanAlpha + tangent * tangent)));
  });
}

template <class T>
class Pac2002 final : public RadialTyre<T> {
 public:
  // LCZ scales the stiffness along the normal, with or without a curve.
  explicit Pac2002(const TyreNumbers<T>& numbers)
      : RadialTyre<T>(numbers, valueOf(numbers, "LCZ")),
        c_(pac2002::coefficients<T>(std::span(numbers.values).subspan(pac2002::kShared.size()))),
        range_(numbers.tyre) {
    range_.apply(*this);
    Fz0_ = c_.FNOMIN * c_.LFZO;
    nominalDeflection_ = this->deflectionAt(c_.FNOMIN);
    const auto useMode = static_cast<int>(valueOf(numbers.tyre, "USE_MODE"));
    const int mode = std::abs(useMode) % 10;
    longitudinal_ = mode == 1 || mode >= 3;
    lateral_ = mode >= 2;
    combined_ = mode >= 4;
    const auto isGiven = [&](const char* key) { return valueOf(numbers.tyre, key) != 0; };
    weighted_ = isGiven("RBX1") && isGiven("RBY1");
    side_ = useMode < 0 ? -1 : 1;
    deflects_ = isGiven("QSX4") || isGiven("QSX10");
    resists_ = isGiven("QSY1") || isGiven("QSY2") || isGiven("QSY3") || isGiven("QSY4");
  }

  // R0 - rho0 (D atan(B rho / rho0) + F rho / rho0), rho0 the deflection at the nominal load.
  T rollingRadius(T deflection, T load) const override {
    using elementary::atan;
    const double radius = this->radius;
    return explored<T>([&]() -> T {
      if (c_.DREFF == 0 && c_.FREFF == 0) return RadialTyre<T>::rollingRadius(deflection, load);
      const T rho = largest(deflection, 0.0) / nominalDeflection_;
      const T less = nominalDeflection_ * (c_.DREFF * atan(c_.BREFF * rho) + c_.FREFF * rho);
      return limited(T(radius - less), 0.1 * radius, 2 * radius);
    });
  }

  TyreRelaxationOf<T> relaxation(T load, T camber) const override {
    return explored<T>([&]() -> TyreRelaxationOf<T> {
      if (!(load > 0)) return {this->relaxationLength(0), this->relaxationLength(0), 0, 0};
      return loadedRelaxation(load, side_ * range_.camberOf(camber));
    });
  }

  TyreForcesOf<T> forces(const TyreSlipOf<T>& given) const override {
    if (!(longitudinal_ || lateral_)) return {};
    return explored<T>([&]() -> TyreForcesOf<T> {
      if (!(given.load > 0)) return {};
      TyreSlipOf<T> slip = given;
      slip.alpha *= side_;
      slip.camber *= side_;
      return loadedForces(range_.clamped(slip));
    });
  }

 private:
  TyreRelaxationOf<T> loadedRelaxation(T load, T gamma) const {
    using std::abs;
    const double radius = this->radius;
    const AtLoad<T> at = atLoad(load, gamma, 1);
    const T sigmaKappa =
        load * (c_.PTX1 + c_.PTX2 * at.dfz) * boundedExp(T(-c_.PTX3 * at.dfz)) * radius / c_.FNOMIN * c_.LSGKP;
    const auto sigmaAlpha = [&]() -> T {
      return c_.PTY1 * sinTwiceAtan(T(load / (c_.PTY2 * Fz0_))) * (1 - c_.PKY3 * abs(gamma)) * radius * c_.LFZO *
             c_.LSGAL;
    };
    const double least = 0.1 * radius;
    return {c_.PTX1 == 0 ? this->relaxationLength(0) : largest(sigmaKappa, least),
            c_.PTY1 == 0 ? this->relaxationLength(0) : largest(c_.PTY2 == 0 ? T(0) : sigmaAlpha(), least),
            longitudinal_ ? at.Kx : T(0), lateral_ ? -at.Ky : T(0)};
  }

  TyreForcesOf<T> loadedForces(const TyreSlipOf<T>& slip) const {
    AtLoad<T> at = atLoad(slip.load, slip.camber, slip.friction);
    at.x.x = slip.kappa + at.SHx;
    at.x.E = curvature(T(at.x.E * (1 - c_.PEX4 * signOf(at.x.x))));
    at.y.x = slip.alpha + at.SHy;
    at.y.E = curvature(T(at.y.E * (1 - (c_.PEY3 + c_.PEY4 * slip.camber * c_.LGAY) * signOf(at.y.x))));

    const T rolling = smoothSign(slip.speed, this->lowSpeed);
    TyreForcesOf<T> forces;
    T induced{};  // S_Vyk
    if (combined_ && !weighted_) {
      const PlaneForceOf<T> plane = similarForces(at.x, at.y);
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

  AtLoad<T> atLoad(T load, T camber, T friction) const {
    using std::abs;
    const T dfz = (least(load, range_.largestLoad) - Fz0_) / Fz0_;
    const T gammaX = camber * c_.LGAX;
    const T gammaY = camber * c_.LGAY;
    const T muX = c_.LMUX * friction;
    const T muY = c_.LMUY * friction;
    AtLoad<T> at;
    at.dfz = dfz;
    at.x.C = c_.PCX1 * c_.LCX;
    at.x.D = load * largest(T((c_.PDX1 + c_.PDX2 * dfz) * (1 - c_.PDX3 * gammaX * gammaX)), 0.0) * muX;
    at.x.E = (c_.PEX1 + (c_.PEX2 + c_.PEX3 * dfz) * dfz) * c_.LEX;
    at.Kx = load * (c_.PKX1 + c_.PKX2 * dfz) * boundedExp(T(c_.PKX3 * dfz)) * c_.LKX;
    at.x.B = stiffnessFactor(at.Kx, at.x.C, at.x.D);
    at.SHx = (c_.PHX1 + c_.PHX2 * dfz) * c_.LHX;
    at.SVx = load * (c_.PVX1 + c_.PVX2 * dfz) * c_.LVX * muX;

    at.y.C = c_.PCY1 * c_.LCY;
    at.y.D = load * largest(T((c_.PDY1 + c_.PDY2 * dfz) * (1 - c_.PDY3 * gammaY * gammaY)), 0.0) * muY;
    at.y.E = (c_.PEY1 + c_.PEY2 * dfz) * c_.LEY;
    at.Ky = c_.PKY1 * Fz0_ * sinTwiceAtan(T(load / (c_.PKY2 * Fz0_))) * (1 - c_.PKY3 * abs(gammaY)) * c_.LKY;
    at.y.B = stiffnessFactor(at.Ky, at.y.C, at.y.D);
    at.SHy = (c_.PHY1 + c_.PHY2 * dfz) * c_.LHY + c_.PHY3 * gammaY * c_.LKG;
    at.SVy = load * ((c_.PVY1 + c_.PVY2 * dfz) * c_.LVY + (c_.PVY3 + c_.PVY4 * dfz) * gammaY * c_.LKG) * muY;
    return at;
  }

  // G_xa
  T weightX(const AtLoad<T>& at, const TyreSlipOf<T>& slip) const {
    const T B = c_.RBX1 * cosAtan(T(c_.RBX2 * slip.kappa)) * c_.LXAL;
    return weight(B, c_.RCX1, curvature(T(c_.REX1 + c_.REX2 * at.dfz)), c_.RHX1, slip.alpha);
  }

  // G_yk
  T weightY(const AtLoad<T>& at, const TyreSlipOf<T>& slip) const {
    const T B = c_.RBY1 * cosAtan(T(c_.RBY2 * (slip.alpha - c_.RBY3))) * c_.LYKA;
    return weight(B, c_.RCY1, curvature(T(c_.REY1 + c_.REY2 * at.dfz)), T(c_.RHY1 + c_.RHY2 * at.dfz), slip.kappa);
  }

  // S_Vyk
  T inducedForce(const AtLoad<T>& at, const TyreSlipOf<T>& slip) const {
    using elementary::atan, elementary::sin;
    const T D = at.y.D * (c_.RVY1 + c_.RVY2 * at.dfz + c_.RVY3 * slip.camber) * cosAtan(T(c_.RVY4 * slip.alpha));
    return explored<T>([&]() -> T { return D == 0 ? T(0) : D * sin(c_.RVY5 * atan(c_.RVY6 * slip.kappa)) * c_.LVYKA; });
  }

  T overturningMoment(const TyreSlipOf<T>& slip, T Fy) const {
    using elementary::atan, elementary::cos, elementary::sin;
    const T lateral = Fy / c_.FNOMIN;
    T arm = c_.QSX1 * c_.LVMX - c_.QSX2 * slip.camber + c_.QSX3 * lateral;
    if (deflects_) {
      const T share = slip.load / c_.FNOMIN;
      arm += c_.QSX4 * cos(c_.QSX5 * atan(c_.QSX6 * share * c_.QSX6 * share)) *
                 sin(c_.QSX7 * slip.camber + c_.QSX8 * atan(c_.QSX9 * lateral)) +
             c_.QSX10 * atan(c_.QSX11 * share) * slip.camber;
    }
    return this->radius * slip.load * c_.LMX * arm;
  }

  // Without coefficients of its own, the rolling resistance is the force at zero slip: My = R0 (SVx + Kx SHx).
  T rollingMoment(const AtLoad<T>& at, const TyreSlipOf<T>& slip, T Fx) const {
    using std::abs;
    if (!resists_) return this->radius * (at.SVx + at.Kx * at.SHx) * c_.LMY;
    const T share = least(T(abs(slip.speed / c_.LONGVL)), 10.0);
    const T square = share * share;
    return -this->radius * slip.load * c_.LMY *
           (c_.QSY1 + c_.QSY2 * Fx / c_.FNOMIN + c_.QSY3 * share + c_.QSY4 * square * square);
  }

  // The trail over its peak.
  T trailShape(const AtLoad<T>& at, const TyreSlipOf<T>& slip, T gamma, T muY, T aside) const {
    using elementary::atan;
    using std::abs;
    const T alphaT = slip.alpha + c_.QHZ1 + c_.QHZ2 * at.dfz + (c_.QHZ3 + c_.QHZ4 * at.dfz) * gamma;
    const T Bt =
        (c_.QBZ1 + (c_.QBZ2 + c_.QBZ3 * at.dfz) * at.dfz) * (1 + c_.QBZ4 * gamma + c_.QBZ5 * abs(gamma)) * c_.LKY / muY;
    const T skew = c_.QEZ4 + c_.QEZ5 * gamma;
    const T turned = explored<T>(
        [&]() -> T { return skew == 0 ? T(0) : skew * 2 / std::numbers::pi * atan(Bt * c_.QCZ1 * alphaT); });
    const T Et = curvature(T((c_.QEZ1 + (c_.QEZ2 + c_.QEZ3 * at.dfz) * at.dfz) * (1 + turned)));
    return magicCosine(T(Bt * equivalentAngle(alphaT, aside)), c_.QCZ1, Et);
  }

  T aligningMoment(const AtLoad<T>& at, const TyreSlipOf<T>& slip, const TyreForcesOf<T>& forces, T induced,
                   T rolling) const {
    using elementary::cos;
    using std::abs, std::copysign;
    const double radius = this->radius;
    const T gamma = slip.camber * c_.LGAZ;
    const T muY = largest(T(c_.LMUY * slip.friction), 1e-6);
    const T Ky = copysign(largest(T(abs(at.Ky)), 1e-6), at.Ky);
    const T aside = combined_ ? at.Kx / Ky * slip.kappa : T(0);
    const T cosAlpha = cos(slip.alpha);

    const T Dt =
        slip.load * (c_.QDZ1 + c_.QDZ2 * at.dfz) * (1 + (c_.QDZ3 + c_.QDZ4 * gamma) * gamma) * radius / Fz0_ * c_.LTR;
    const T trail =
        explored<T>([&]() -> T { return Dt == 0 ? T(0) : Dt * trailShape(at, slip, gamma, muY, aside) * cosAlpha; });

    const T Dr =
        slip.load * ((c_.QDZ6 + c_.QDZ7 * at.dfz) * c_.LRES + (c_.QDZ8 + c_.QDZ9 * at.dfz) * gamma) * radius * muY;
    const T residual = explored<T>([&]() -> T {
      if (Dr == 0) return 0;
      const T Br = c_.QBZ9 * c_.LKY / muY + c_.QBZ10 * at.y.B * at.y.C;
      return Dr * cosAtan(T(Br * equivalentAngle(T(slip.alpha + at.SHy + at.SVy / Ky), aside))) * cosAlpha;
    });

    T moment = rolling * (residual - trail * (forces.Fy - induced));
    if (combined_) {
      const T arm = c_.SSZ1 + c_.SSZ2 * forces.Fy / Fz0_ + (c_.SSZ3 + c_.SSZ4 * at.dfz) * gamma;
      moment += arm * radius * c_.LS * forces.Fx;
    }
    return moment;
  }

  CoefficientsOf<T> c_;
  SlipRange range_;
  T Fz0_;
  T nominalDeflection_;
  double side_;
  bool longitudinal_;
  bool lateral_;
  bool combined_;
  bool weighted_;
  bool deflects_;
  bool resists_;
};

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
  return {"pac2002", "magic formula 5.2, PAC2002", "PAC2002", false, pac2002::kKeys, fault, makersOf<Pac2002>()};
}

}  // namespace mb
