/** Batches with their trades, parts of the running scan, and volatilities in memory. */
import type { BestTrade } from '#contract/responses/best-income.ts'
import type { Day } from '#service/markets/market.ts'
import { keptBatches, keptVolatilityDays, summaryOf } from '../batches.ts'
import type { Batch, BatchRepository } from '../batches.ts'

/** `withdrawn`: rolled back. */
type Kept = { readonly batch: Batch; readonly trades: readonly BestTrade[]; withdrawn: boolean }

export function memoryBatches(): BatchRepository {
  const volatilities = new Map<string, Map<Day, number>>()
  /** The last published first; the first that is not withdrawn is served. */
  let kept: Kept[] = []
  const served = () => kept.findIndex(({ withdrawn }) => !withdrawn)
  let underWay = { scan: '', parts: new Map<number, unknown>() }
  const partsOf = (scan: string): Map<number, unknown> => {
    if (underWay.scan !== scan) underWay = { scan, parts: new Map() }
    return underWay.parts
  }
  return {
    async publish(batch, trades = []) {
      kept = [{ batch, trades, withdrawn: false }, ...kept].slice(0, keptBatches)
      underWay.parts.clear()
    },
    async latest() {
      return kept[served()]?.batch
    },
    async list() {
      const current = served()
      return kept.map(({ batch }, place) => summaryOf(batch, place === current))
    },
    async rollback(id) {
      const current = served()
      const wanted = kept.findIndex(({ batch, withdrawn }, place) =>
        id === undefined ? place > current && !withdrawn : batch.id === id,
      )
      if (wanted < 0) return undefined
      for (const [place, one] of kept.slice(0, wanted + 1).entries()) one.withdrawn = place < wanted
      return kept[wanted]!.batch
    },
    async trades(batchId) {
      return kept.find(({ batch }) => batch.id === batchId)?.trades ?? []
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
