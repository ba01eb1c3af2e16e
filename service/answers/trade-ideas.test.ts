import { expect, test } from 'vitest'
import { memoryBatches } from '#service/store/memory/batches.ts'
import { batchOf, madeUpIdea } from '#service/testing/ideas.ts'
import { begin } from '#service/testing/world.ts'
import { testMarket } from '#service/testing/test-market.ts'
import { createIdeaLookups } from './trade-ideas.ts'

const lookups = () => {
  const batches = memoryBatches()
  return {
    batches,
    ideas: createIdeaLookups(
      testMarket(() => begin),
      batches,
    ),
  }
}

test('the first symbol is that of the strongest idea, then by ticker, whatever the batch’s order', async () => {
  const { batches, ideas } = lookups()
  await batches.publish(
    batchOf(
      madeUpIdea('AAPL', 'Bearish', 10),
      madeUpIdea('XOM', 'Bullish', 88.4),
      madeUpIdea('MSFT', 'Bearish', 88.5),
    ),
  )
  expect(await ideas.firstSymbol()).toBe('MSFT')
  await batches.publish(batchOf(madeUpIdea('XOM', 'Bullish', 70), madeUpIdea('KO', 'Bearish', 70)))
  expect(await ideas.firstSymbol(), 'of the latest batch').toBe('KO')
})

test('before the first scan, and after a night without ideas, there is none', async () => {
  const { batches, ideas } = lookups()
  expect(await ideas.firstSymbol()).toBeNull()
  await batches.publish(batchOf())
  expect(await ideas.firstSymbol()).toBeNull()
})

test('the batch’s own order stays as the scan left it', async () => {
  const { batches, ideas } = lookups()
  const found = [madeUpIdea('XOM', 'Bullish', 30), madeUpIdea('KO', 'Bearish', 100)]
  await batches.publish(batchOf(...found))
  expect((await ideas.tradeIdeas()).tradeIdeas).toEqual(found)
})
