/** Batches with their trades, parts of the running scan, and volatilities in memory. */
import type { BestTrade } from '#contract/responses/lists/best-income.ts'
import type { Day } from '#service/markets/market.ts'
import { maxStoredBatches, maxVolatilityDays, summaryOf } from '../batches.ts'
import type { Batch, BatchRepository } from '../batches.ts'

/** `withdrawn`: whether the batch was rolled back. */
type StoredBatch = { readonly batch: Batch; readonly trades: readonly BestTrade[]; withdrawn: boolean }

export function memoryBatches(): BatchRepository {
  const volatilities = new Map<string, Map<Day, number>>()
  /** Newest first. The first batch that is not withdrawn is served. */
  let stored: StoredBatch[] = []
  const servedIndex = () => stored.findIndex(({ withdrawn }) => !withdrawn)
  let runningScan = { scan: '', parts: new Map<number, unknown>() }
  const partsOf = (scan: string): Map<number, unknown> => {
    if (runningScan.scan !== scan) runningScan = { scan, parts: new Map() }
    return runningScan.parts
  }
  return {
    async publish(batch, trades = []) {
      stored = [{ batch, trades, withdrawn: false }, ...stored].slice(0, maxStoredBatches)
      runningScan.parts.clear()
    },
    async latest() {
      return stored[servedIndex()]?.batch
    },
    async list() {
      const current = servedIndex()
      return stored.map(({ batch }, index) => summaryOf(batch, index === current))
    },
    async rollback(id) {
      const current = servedIndex()
      const target = stored.findIndex(({ batch, withdrawn }, index) =>
        id === undefined ? index > current && !withdrawn : batch.id === id,
      )
      if (target < 0) return undefined
      for (const [index, entry] of stored.slice(0, target + 1).entries()) entry.withdrawn = index < target
      return stored[target]!.batch
    },
    async trades(batchId) {
      return stored.find(({ batch }) => batch.id === batchId)?.trades ?? []
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
        if (days.size > maxVolatilityDays) days.delete([...days.keys()].toSorted()[0]!)
      }
    },
    async volatilities(symbol) {
      return [...(volatilities.get(symbol) ?? [])]
        .map(([day, iv30]) => ({ day, iv30 }))
        .toSorted((a, b) => (a.day < b.day ? -1 : 1))
    },
  }
}
