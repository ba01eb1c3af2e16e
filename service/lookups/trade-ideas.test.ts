import * as v from 'valibot'
import { expect, test } from 'vitest'
import { whyUnknown } from '#contract/responses/unknown.ts'
import { type FullTradeIdea, FullTradeIdeaSchema } from '#contract/responses/full-ideas.ts'
import { memoryBatches } from '#service/store/memory/batches.ts'
import { batchOf, syntheticIdea } from '#service/testing/ideas.ts'
import { begin } from '#service/testing/test-service.ts'
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

test('the first symbol is that of the strongest idea, then by ticker, in any order of the batch', async () => {
  const { batches, ideas } = lookups()
  await batches.publish(
    batchOf(
      syntheticIdea('AAPL', 'Bearish', 10),
      syntheticIdea('XOM', 'Bullish', 88.4),
      syntheticIdea('MSFT', 'Bearish', 88.5),
    ),
  )
  expect(await ideas.firstSymbol()).toBe('MSFT')
  await batches.publish(batchOf(syntheticIdea('XOM', 'Bullish', 70), syntheticIdea('KO', 'Bearish', 70)))
  expect(await ideas.firstSymbol(), 'of the latest batch').toBe('KO')
})

test('a tradable first cell takes precedence over strength', async () => {
  const { batches, ideas } = lookups()
  const withoutCells = { mediumOptimal: [], callScore: null }
  const illiquid = { ...syntheticIdea('HMNF', 'Bullish', 99), ...withoutCells, liquidityRank: 3 as const }
  const putsOnly = {
    ...syntheticIdea('NIO', 'Bullish', 90),
    ...withoutCells,
    mediumOptimal: ['put' as const],
  }
  const otherCells = { ...syntheticIdea('BA', 'Bullish', 80), mediumOptimal: [] }
  const tradable = syntheticIdea('KO', 'Bearish', 20)
  await batches.publish(batchOf(illiquid, putsOnly, otherCells, tradable))
  expect(await ideas.firstSymbol()).toBe('KO')
  await batches.publish(batchOf(illiquid, putsOnly, otherCells))
  expect(await ideas.firstSymbol(), 'the strongest with any trade').toBe('BA')
  await batches.publish(batchOf(illiquid, putsOnly))
  expect(await ideas.firstSymbol(), 'the strongest of all').toBe('HMNF')
})

test('an idea of an older batch gets null for missing fields, and may still be the first', async () => {
  const { batches, ideas } = lookups()
  const idea = syntheticIdea('AAPL')
  const laterFields = [
    'mediumOptimal',
    'callDays',
    'putDays',
    'impliedVolatility',
    'earningsDate',
    'earningsMove',
    'exDividendDate',
  ]
  const olderIdea = Object.fromEntries(Object.entries(idea).filter(([field]) => !laterFields.includes(field)))
  await batches.publish(batchOf(olderIdea as FullTradeIdea))
  const [served] = (await ideas.tradeIdeas()).tradeIdeas
  v.parse(FullTradeIdeaSchema, served)
  expect(served).toMatchObject({ mediumOptimal: null, earningsDate: null, callYield: 0.12 })
  expect(whyUnknown(served!, 'exDividendDate')?.reason).toBe('not-given')
  expect(await ideas.firstSymbol()).toBe('AAPL')
})

test('there is no first symbol before the first scan or in a batch without ideas', async () => {
  const { batches, ideas } = lookups()
  expect(await ideas.firstSymbol()).toBeNull()
  await batches.publish(batchOf())
  expect(await ideas.firstSymbol()).toBeNull()
})

test('does not change the batch’s order', async () => {
  const { batches, ideas } = lookups()
  const published = [syntheticIdea('XOM', 'Bullish', 30), syntheticIdea('KO', 'Bearish', 100)]
  await batches.publish(batchOf(...published))
  expect((await ideas.tradeIdeas()).tradeIdeas).toEqual(published)
})
