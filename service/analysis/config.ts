import { daysPerYear, sharesPerContract } from '#contract/responses/conventions.ts'
import { bars } from './config/bars.ts'
import { trend, technicalScore, levels, rules } from './config/technicals.ts'
import { surface } from './config/surface.ts'
import { volatilityRank, liquidity } from './config/volatility.ts'
import { ideas, strength } from './config/ideas.ts'
import { income } from './config/income.ts'
import { record } from './config/record.ts'
import { roll, forecast, scenario, dividends, earnings, checklist } from './config/positions.ts'

/**
 * All constants of the analysis. A change of a constant changes published figures, so increase
 * `version` with it. Days are calendar days for options and trading days for bars. Shares of a
 * total, rates and probabilities are decimals.
 */
export const config = {
  version: 5,
  daysPerYear,
  sharesPerContract,
  bars,
  trend,
  technicalScore,
  levels,
  surface,
  volatilityRank,
  liquidity,
  rules,
  ideas,
  strength,
  income,
  roll,
  forecast,
  scenario,
  dividends,
  earnings,
  checklist,
  record,
} as const
