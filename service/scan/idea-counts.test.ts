/**
 * Tests that scans of the simulated market on several days and with several seeds find a plausible
 * number of ideas in both directions.
 */
import { expect, test } from 'vitest'
import { simulatedMarket } from '#service/markets/simulated/simulated.ts'
import { memoryStore } from '#service/store/memory/memory.ts'
import { runScan } from './scan.ts'

test.each([
  [1, ['2025-12-03', '2026-04-22', '2026-09-23']],
  [2, ['2025-03-12', '2026-02-18', '2026-08-05']],
  [3, ['2025-06-25', '2026-05-07', '2026-11-20']],
] as const)(
  'seed %i has 4 to 175 ideas per scan, bullish and bearish',
  { timeout: 60_000 },
  async (seed, days) => {
    const counts = { Bullish: 0, Bearish: 0 }
    for (const day of days) {
      const { batches } = memoryStore()
      const market = simulatedMarket({ seed, clock: () => new Date(`${day}T21:30:00Z`) })
      const { ideas } = await runScan({ market, batches, chains: 'matched' })
      // The universe has about 530 symbols. A signal lasts for five sessions: after a crash nearly every symbol has
      // one, after a quiet week few have one.
      expect(ideas.length, day).toBeGreaterThanOrEqual(4)
      expect(ideas.length, day).toBeLessThanOrEqual(175)
      for (const { sentiment } of ideas) counts[sentiment]++
    }
    expect(counts.Bullish).toBeGreaterThan(3)
    expect(counts.Bearish).toBeGreaterThan(3)
  },
)
