/** The nightly scan of the simulated market. */
import { simulatedMarket } from '#service/market/simulated/simulated.ts'
import { runScan } from '#service/scan/scan.ts'
import type { BatchRepository } from '#service/store/batches.ts'
import type { Group, Row } from './row.ts'

const nowhere: BatchRepository = {
  publish: async () => {},
  latest: async () => undefined,
  keepVolatilities: async () => {},
  volatilities: async () => [],
}

const rowOf = (chains: 'matched' | 'all'): Row => ({
  what: `scan of the simulated symbols, ${chains} chains`,
  unit: 's',
  ours: async () => {
    const market = simulatedMarket({ seed: 1, clock: () => new Date('2026-11-20T21:30:00Z') })
    let longest = 0
    let seen = performance.now()
    const pulse = setInterval(() => {
      longest = Math.max(longest, performance.now() - seen)
      seen = performance.now()
    }, 1)
    const batch = await runScan({ market, batches: nowhere, chains })
    clearInterval(pulse)
    await market.close()
    const note = `${batch.universeSize} symbols, ${batch.ideas.length} ideas, event loop held ${Math.round(longest)} ms at most`
    return { figure: batch.durationMs / 1000, note }
  },
})

export const scans: Group = {
  name: 'scans',
  rows: async () => [
    rowOf('matched'),
    rowOf('all'),
    {
      what: 'memory after all that',
      unit: 'MB',
      ours: async () => ({ figure: process.memoryUsage().rss / 2 ** 20 }),
    },
  ],
}
