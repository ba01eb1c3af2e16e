/** Constants of the volatility surface, in the order in which it is computed. */
import { volatilityDays } from '#contract/responses/conventions.ts'

export const surface = {
  /** Number of strikes nearest to the money that determine the forward by put-call parity. */
  parityStrikes: 10,
  /** Their maximum distance from the money, as a share of the price. */
  parityReach: 0.15,
  /**
   * Maximum of half the combined spread of call and put, as a share of the price. The limit is
   * large, so that wide quotes can still outweigh stale ones.
   */
  maxParityError: 0.04,
  /**
   * Minimum error of parity at a strike, even if its quotes are tight, as a share of the price.
   */
  parityFloor: 0.0005,
  /** Yearly uncertainty of the interest rate, which the quotes cannot separate from dividends. */
  rateError: 0.0025,
  /** Removal of the early-exercise premium from quotes. */
  earlyExercise: {
    /**
     * Trees are built for strikes that are `nodeStep` standard deviations apart, at most
     * `maxNodes` on either side of the price.
     */
    nodeStep: 0.5,
    maxNodes: 8,
    /**
     * If cash dividends exceed this share of the price, they are modelled by date for puts as
     * well, and the volatility is found by iteration.
     */
    largeDividends: 0.025,
    /** Steps of a tree. With 41, premiums are accurate to a basis point of the price. */
    steps: 41,
    /**
     * The premium is recomputed, at most `maxRounds` times, if the yearly yield differs from the
     * assumed one by more than this. With declared dividends, a remaining yield of at most this is treated as zero.
     */
    yieldGap: 0.005,
    maxRounds: 8,
    /**
     * A premium is reused if the volatility (relative) and the yearly yield have changed by less
     * than these.
     */
    maxLevelChange: 0.01,
    maxYieldChange: 0.0005,
    /** A smaller yearly cost of carry is treated as an error of the quotes. */
    minBorrowingCost: 0.002,
    /** Standard error of the premium in a fair value, as a share of the premium. */
    premiumShareError: 0.25,
    /**
     * Of the call and the put of a strike, one is not used for the volatility at the money if its
     * premium is a larger share of its price, by this much.
     */
    maxShareGap: 0.1,
    /** Uncertainty of the premium, as a share of it, in the forward of a strike. */
    premiumUncertainty: 0.5,
    /** Tolerated error of the premium at the money, as a share of the interest on the strike. */
    premiumError: 0.02,
  },
  /**
   * Maximum logarithmic deviation of the forward from the spot price less declared dividends,
   * compounded at the interest rate; surface/forward.ts adds 0.1 per year.
   */
  maxForwardGap: 0.04,
  /**
   * The same per year if the strikes agree: the share is then expensive to borrow. A larger
   * deviation means that the quotes belong to a different price.
   */
  maxBorrowingCost: 0.8,
  /**
   * Calls and puts of at least `minStrikes` strikes that imply a forward above the spot price
   * compounded at the interest rate, by more than `standardErrors` and `share` of the price, were
   * quoted at another price. This applies up to `maxDays`: later forwards depend on the rate of their
   * own maturity. The chain is refused if `expiries` of those up to `chainDays`, or all of them, are
   * refused.
   */
  priceDrift: {
    minStrikes: 3,
    standardErrors: 3,
    share: 0.003,
    maxDays: 120,
    chainDays: 60,
    expiries: 2,
  },
  /**
   * Up to this many days to expiry, the parity error is due to the time gap between price and
   * quotes.
   */
  priceGapDays: 10,
  /** Expiries with fewer days left are not used for the constant-maturity volatility. */
  minDays: 7,
  minVolatility: 0.02,
  maxVolatility: 5,
  /** Quotes further from the money, in standard deviations, are not used for the robust curve. */
  maxDeviations: 3.5,
  /** Maximum relative spread of the at-the-money quotes if only they are used. */
  tightAtTheMoney: 0.15,
  /** Volatility that scales distances from the money if no at-the-money quote is usable. */
  unknownVolatility: 0.4,
  /**
   * If the volatility of the at-the-money quotes and the level of the curve through all quotes
   * differ by more than this factor, the level of the curve is used.
   */
  maxLevelRatio: 1.5,
  /** Cutoff of the bisquare weight in robust standard deviations. */
  outlier: 4.685,
  /** Number of reweighting iterations of the robust fit. */
  robustSteps: 4,
  constantMaturityDays: volatilityDays,
  screen: {
    /** The widest price increment of cheap options, dollars: the possible rounding error of a quote. */
    tick: 0.05,
    /** Share of the price by which a bid may exceed other asks: quotes of a chain are not simultaneous. */
    noise: 0.001,
    /**
     * Share of the price by which quotes may violate bounds that depend on the underlying's
     * price. That price is of the last trade, often after the close.
     */
    boundTolerance: 0.01,
    /**
     * Share of the price by which call and put may deviate from parity. Quotes after the close
     * deviate by 2 %.
     */
    parityTolerance: 0.02,
    /**
     * If more than this share of quotes conflicts, the forward is wrong or two expiries are of
     * different times. No quotes are refused then.
     */
    maxBrokenShare: 0.25,
    /**
     * A quote is refused if it deviates from its fair value by more than this factor plus this
     * amount. Within so many standard deviations from the money it is also refused if its bid is
     * above it by more than so many standard errors and dollars (half a price increment).
     */
    far: { ratio: 1.5, dollars: 0.05, errors: 3, excess: 0.025, deviations: 2 },
    /**
     * The fit of an expiry is doubtful if at least `quotes` out-of-the-money quotes within
     * `deviations` standard deviations from the money, with a spread of at most `maxSpread` of the
     * mid, are more than `errors` standard errors outside of it.
     */
    misfit: { quotes: 2, deviations: 1.65, maxSpread: 0.1, errors: 3 },
  },
  /** Fit of the density of an expiry (docs/decisions/0010-smile.md). */
  density: {
    /**
     * Within this many standard deviations from the money, both call and put of a strike are
     * used.
     */
    bothSides: 0.3,
    /** Quotes further from the money, in standard deviations, are ignored. */
    wing: 9,
    /**
     * Maximum number of quotes in a fit. Of more quotes, only the most certain of each interval
     * is used.
     */
    maxTargets: 28,
    /**
     * Standard error of a mid price because of rounding to cents, dollars: a cent over the root
     * of 12.
     */
    rounding: 0.0029,
    /**
     * Additional error of a mid price as a share of the time value: far strikes have coarser
     * ticks.
     */
    priceFloor: 0.015,
    /** Additional error of a mid price as a share of the at-the-money volatility. */
    volatilityFloor: 0.004,
    /** Minimum weight of an outlier, so that it determines the fit if there is no other quote. */
    minWeight: 0.01,
    /**
     * Error of the robust curve as a share of its volatility. The curve supports the density if
     * quotes are sparse.
     */
    guideError: 0.15,
    /**
     * Tolerance for differences between the weights of neighbouring components, per width. Values
     * from 0.2 to 0.4 predict held-out quotes best.
     */
    roughness: 0.3,
  },
  /**
   * Votes of expiries about each other (surface/refused-expiries.ts). `minWidth`: expiries with
   * a smaller spread at the money are equally certain. `tie`: share of the largest weight from which
   * the weights against two expiries count as equal.
   */
  votes: { minWidth: 0.08, tie: 0.9 },
  /** Maximum spread at the money, as a share of the price, of an expiry from which trades are chosen. */
  maxWidth: 0.4,
  /**
   * A larger relative fall of total at-the-money variance from one expiry to the next is
   * reported.
   */
  varianceFall: 0.1,
} as const
