/** The latest batch and the volatilities in memory. */
import type { Day } from '#service/market/market.ts'
import { keptVolatilityDays } from '../batches.ts'
import type { Batch, BatchRepository } from '../batches.ts'

export function memoryBatches(): BatchRepository {
  const volatilities = new Map<string, Map<Day, number>>()
  let latest: Batch | undefined
  return {
    async publish(batch) {
      latest = batch
    },
    async latest() {
      return latest
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
