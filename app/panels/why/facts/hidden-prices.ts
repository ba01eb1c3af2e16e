/** Prices that the partner may not show, according to the analysis of a symbol. */
import type { WireWhy } from '#contract/responses/resources.ts'
import { whyUnknown } from '#contract/responses/unknown.ts'

/** Returns whether the partner may show no prices at all, not even those of closed sessions. */
export const hasNoPrices = ({ dataStatus }: WireWhy): boolean => dataStatus.dataClass === 'derived'

/** Returns whether the partner may not show daily prices, so that there is no chart. */
export const hasNoChart = (why: WireWhy): boolean =>
  hasNoPrices(why) || whyUnknown(why, 'supportAndResistance')?.reason === 'not-licensed'
