/** Orders of the list. `score` is by expected profit, and also the tie-break of the others. */
export const bestIncomeOrders = [
  'score',
  'symbol',
  'return',
  'annualizedReturn',
  'probability',
  'premium',
  'cash',
  'days',
  'delta',
  'spread',
  'openInterest',
  'ivRank',
  'ivPercentile',
] as const
export type BestIncomeOrder = (typeof bestIncomeOrders)[number]
