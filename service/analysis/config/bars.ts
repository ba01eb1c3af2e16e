/** Constants of the validation of daily bars. */

export const bars = {
  /** A series with fewer bars is refused: the shortest trend needs this many. */
  minBars: 50,
  /** A series is refused if the close is unchanged over this many latest bars. */
  flatBars: 20,
  /** Number of latest bars that suffice for all figures; older bars may be dropped. */
  sufficientBars: 273,
  /**
   * `days`: length of the 52-week range in calendar days. `maxBelow` and `maxAbove`: accepted
   * deviation of the source's own range from the range of the bars, as a share of the price.
   * Dividends of a year explain the deviation above.
   */
  range: { days: 364, maxBelow: 0.005, maxAbove: 0.25 },
  /**
   * Detection of unadjusted splits: bars/splits.ts. Ratios are at least 12 % apart, twice the
   * largest tolerance.
   */
  split: {
    ratios: [1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 25, 30, 40, 50, 75, 100],
    /** A jump by a smaller ratio is ignored. */
    minJump: 1.4,
    /**
     * Ratios from this one on are large: they need more evidence to count as a real price move.
     */
    largeJump: 2.5,
    /**
     * Bounds of the logarithmic distance between the jump at the open and a ratio of the list. An
     * unconfirmed small ratio with a distance above `small` counts as a price move.
     */
    tolerance: { min: 0.03, small: 0.04, max: 0.06 },
    /**
     * Number of bars before and after the jump that determine the usual values, and the minimum
     * numbers.
     */
    days: 20,
    minBefore: 5,
    minAfter: 5,
    /**
     * Maximum dollar volume and range of an ordinary day, as multiples of the usual ones.
     * `lastDollars` is the maximum dollar volume if too few days follow the jump.
     */
    quiet: { dollars: 3, lastDollars: 2.5, range: 3 },
    /**
     * Minimum dollar volume of a day with a real price move, as a multiple of the usual one, for
     * a small and a large ratio. `likely` also needs a range of at least `range` times the usual
     * one.
     */
    real: { small: { likely: 4, sure: 6 }, large: { likely: 8, sure: 12 }, range: 2 },
    /** Lower bound of the usual range, as a share of the price. */
    minRange: 0.005,
    /**
     * Logarithm of the change of share volume over the logarithm of the ratio: 1 if volume
     * changes by the ratio, 0 if it is unchanged. Minimum for a small and a large split, limit
     * below which the higher volume counts as temporary, maximum.
     */
    persistence: { small: 0.4, large: 0.25, faded: 0.5, max: 2 },
    /**
     * A day has a burst of volume if its volume is at least this multiple of the surrounding
     * volume.
     */
    burst: 2.5,
    /** Number of bars after the jump in which the price may return to the old scale. */
    reversalDays: 10,
  },
} as const
