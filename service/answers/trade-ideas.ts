/** What: the ideas of the latest scan. */
import type { TradeIdeas } from '#contract/ideas.ts'
import { newYorkDay, tradingDaysBetween } from '#service/market/calendar.ts'
import type { Day, Market } from '#service/market/market.ts'
import type { Batch, BatchRepository } from '#service/store/batches.ts'

/**
 * Reads the latest batch at every call. The answer is the same object for as long as the batch and the day in New York
 * are the same. Before the first scan it has no ideas, and null where a day or a time would stand.
 */
export function createTradeIdeas(market: Market, batches: BatchRepository): () => Promise<TradeIdeas> {
  let last: { batch: Batch | undefined; day: Day; answer: TradeIdeas } | undefined
  return async () => {
    const batch = await batches.latest()
    const day = newYorkDay(market.now())
    if (!last || last.batch !== batch || last.day !== day) last = { batch, day, answer: ideasOf(batch, day) }
    return last.answer
  }
}

const ideasOf = (batch: Batch | undefined, today: Day): TradeIdeas => ({
  tradeIdeas: [...(batch?.ideas ?? [])],
  dateOfScan: batch?.dateOfScan ?? null,
  tradingDay: batch?.tradingDay ?? null,
  tradingDaysOld: batch ? tradingDaysBetween(batch.tradingDay, today) : null,
  universeSize: batch?.universeSize ?? 0,
})
