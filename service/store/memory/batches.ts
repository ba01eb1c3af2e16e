/** The latest batch, its trades, the scan under way and the volatilities in memory. */
import type { BestTrade } from '#contract/best-income.ts'
import type { Day } from '#service/market/market.ts'
import { keptVolatilityDays } from '../batches.ts'
import type { Batch, BatchRepository } from '../batches.ts'

export function memoryBatches(): BatchRepository {
  const volatilities = new Map<string, Map<Day, number>>()
  let latest: { batch: Batch; trades: readonly BestTrade[] } | undefined
  let underWay = { scan: '', parts: new Map<number, unknown>() }
  const partsOf = (scan: string): Map<number, unknown> => {
    if (underWay.scan !== scan) underWay = { scan, parts: new Map() }
    return underWay.parts
  }
  return {
    async publish(batch, trades = []) {
      latest = { batch, trades }
      underWay.parts.clear()
    },
    async latest() {
      return latest?.batch
    },
    async trades(batchId) {
      return latest?.batch.id === batchId ? latest.trades : []
    },
    async keepPart(scan, { part, body }) {
      partsOf(scan).set(part, body)
    },
    async parts(scan) {
      return [...partsOf(scan)].map(([part, body]) => ({ part, body })).toSorted((a, b) => a.part - b.part)
    },
    async keepVolatilities(day, points) {
      for (const { symbol, iv30 } of points) {
        const days = (volatilities.get(symbol) ?? new Map<Day, number>()).set(day, iv30)
        volatilities.set(symbol, days)
        if (days.size > keptVolatilityDays) days.delete([...days.keys()].toSorted()[0]!)
      }
    },
    async volatilities(symbol) {
      return [...(volatilities.get(symbol) ?? [])]
        .map(([day, iv30]) => ({ day, iv30 }))
        .toSorted((a, b) => (a.day < b.day ? -1 : 1))
    },
  }
}
