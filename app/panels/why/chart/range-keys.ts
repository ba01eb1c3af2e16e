/** The texts of the ranges a chart can have. */
export const rangeKeys = {
  '1M': 'chart.oneMonth',
  '3M': 'chart.threeMonths',
  '6M': 'chart.sixMonths',
  '1Y': 'chart.oneYear',
  '2Y': 'chart.twoYears',
} as const
