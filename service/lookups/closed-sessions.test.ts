/** Signals and bars are those of closed sessions, while a session is open and after an early close. */
import { expect, test } from 'vitest'
import { sessionClose } from '#service/markets/calendar.ts'
import { simulatedMarket } from '#service/markets/simulated/simulated.ts'
import { silentLog } from '#service/shared/log.ts'
import { memoryBatches } from '#service/store/memory/batches.ts'
import { createLookups } from './lookups.ts'

const symbols = ['COIN', 'AAPL', 'NVDA', 'MSFT', 'TSLA', 'AMD', 'XOM', 'SPY']

/** Returns the Why responses of several symbols at a time, with the last day of their bars. */
async function analysesAt(time: string) {
  const market = simulatedMarket({ seed: 7, clock: () => new Date(time) })
  const lookups = createLookups({ market, batches: memoryBatches(), elapsed: () => 0, log: silentLog })
  return Promise.all(
    symbols.map(async (symbol) => {
      const history = (await lookups.history(symbol, { range: '1M', averages: 'none' }))!
      return { why: (await lookups.why(symbol))!, lastDay: history.date.at(-1) }
    }),
  )
}

// Nov 27, 2026, the day after Thanksgiving, closes at 13:00 in New York (18:00 UTC).
test.each([
  ['2026-11-27T17:30:00Z', '2026-11-25'],
  ['2026-11-27T20:08:00Z', '2026-11-27'],
  ['2026-11-30T15:00:00Z', '2026-11-27'],
])('at %s the last bar, and the last day with signals, is %s', async (time, day) => {
  const analyses = await analysesAt(time)
  for (const { why, lastDay } of analyses) {
    expect(lastDay).toBe(day)
    expect(why.dataStatus.parts?.bars.asOf).toBe(sessionClose(day).toISOString())
    for (const rule of why.rules) expect(sessionClose(rule.day) <= new Date(time)).toBe(true)
  }
  const ages = analyses.flatMap(({ why }) => why.rules.filter(({ age }) => age === 0))
  for (const { day: ruleDay } of ages) expect(ruleDay).toBe(day)
  expect(analyses.some(({ why }) => why.rules.length > 0)).toBe(true)
})
