/**
 * The normal distribution in double precision: Cody, "Rational Chebyshev approximation for the
 * error function", Mathematics of Computation 23 (1969). The relative error of the approximations is
 * below 6e-16. In the tails, rounding of the argument adds about x² · 1e-16. `erfc` is 0 above 26.6.
 */

const sqrtHalf = Math.SQRT1_2
const inverseSqrtPi = 0.5641895835477563
/** 1 / sqrt(2 pi). */
export const inverseSqrtTwoPi = 0.3989422804014327

/** erf(x) for |x| <= 0.46875. */
const erfSmall = (x: number): number => {
  const y = x * x
  const numerator =
    (((0.18577770618460315 * y + 3.1611237438705655) * y + 113.86415415105016) * y + 377.485237685302) * y +
    3209.3775891384694
  const denominator =
    (((y + 23.601290952344122) * y + 244.02463793444417) * y + 1282.6165260773723) * y + 2844.236833439171
  return (x * numerator) / denominator
}

/** exp(y²) erfc(y) for 0.46875 < y <= 4. */
const erfcxMiddle = (y: number): number => {
  const numerator =
    (((((((2.1531153547440383e-8 * y + 0.5641884969886701) * y + 8.883149794388377) * y + 66.11919063714163) *
      y +
      298.6351381974001) *
      y +
      881.952221241769) *
      y +
      1712.0476126340707) *
      y +
      2051.0783778260716) *
      y +
    1230.3393547979972
  const denominator =
    (((((((y + 15.744926110709835) * y + 117.6939508913125) * y + 537.1811018620099) * y +
      1621.3895745666903) *
      y +
      3290.7992357334597) *
      y +
      4362.619090143247) *
      y +
      3439.3676741437216) *
      y +
    1230.3393548037495
  return numerator / denominator
}

/** exp(y²) erfc(y) for y > 4. */
const erfcxTail = (y: number): number => {
  const z = 1 / (y * y)
  const numerator =
    ((((0.016315387137302097 * z + 0.30532663496123236) * z + 0.36034489994980445) * z +
      0.12578172611122926) *
      z +
      0.016083785148742275) *
      z +
    0.0006587491615298378
  const denominator =
    ((((z + 2.568520192289822) * z + 1.8729528499234673) * z + 0.5279051029514285) * z +
      0.06051834131244132) *
      z +
    0.0023352049762686918
  return (inverseSqrtPi - (z * numerator) / denominator) / y
}

/** exp(-y²). Splits y into a multiple of 1/16 and a remainder, so that squaring loses no digits. */
const expMinusSquare = (y: number): number => {
  const truncated = Math.trunc(y * 16) / 16
  return Math.exp(-truncated * truncated) * Math.exp(-(y - truncated) * (y + truncated))
}

/** Complementary error function. */
export const erfc = (x: number): number => {
  // Below -6 the difference from 2 is less than half a rounding unit.
  if (x < -6) return 2
  const y = Math.abs(x)
  if (y <= 0.46875) return 1 - erfSmall(x)
  const erfcOfY = y > 26.6 ? 0 : expMinusSquare(y) * (y <= 4 ? erfcxMiddle(y) : erfcxTail(y))
  return x < 0 ? 2 - erfcOfY : erfcOfY
}

/** exp(x²) erfc(x), the scaled complementary error function; finite for x > -26. */
export const erfcx = (x: number): number => {
  const y = Math.abs(x)
  if (y <= 0.46875) return Math.exp(x * x) * (1 - erfSmall(x))
  const erfcxOfY = y <= 4 ? erfcxMiddle(y) : erfcxTail(y)
  return x < 0 ? 2 * Math.exp(x * x) - erfcxOfY : erfcxOfY
}

/** N(x): the probability that a standard normal variable is below x. */
export const normalCdf = (x: number): number => 0.5 * erfc(-x * sqrtHalf)

/**
 * N(x), given `expHalfSquare` = e^(-x²/2): the exponential dominates the cost, and callers can
 * share it.
 */
export const normalCdfFromExp = (x: number, expHalfSquare: number): number => {
  const y = Math.abs(x) * sqrtHalf
  if (y <= 0.46875) return 0.5 + 0.5 * erfSmall(x * sqrtHalf)
  const tail = 0.5 * expHalfSquare * (y <= 4 ? erfcxMiddle(y) : erfcxTail(y))
  return x < 0 ? tail : 1 - tail
}

/** n(x): the density of the standard normal distribution. */
export const normalPdf = (x: number): number => inverseSqrtTwoPi * Math.exp(-0.5 * x * x)
