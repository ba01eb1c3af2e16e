/** Constants of the volatility rank and of liquidity. */
import { wideSpread } from '#contract/responses/conventions.ts'

export const volatilityRank = { window: 252, minStored: 60, historicalPeriod: 20 } as const

export const liquidity = {
  days: [20, 60],
  delta: [0.2, 0.6],
  very: { spread: 0.1, openInterest: 50_000 },
  somewhat: { spread: 0.25, openInterest: 2_000 },
  /** A spread of at most this many dollars is tight, even if the option is cheap. */
  tightSpread: 0.05,
  /** Upper limits of the median spread over mid for the classes `tight` and `fair`. */
  classes: { tight: 0.05, fair: wideSpread },
} as const
