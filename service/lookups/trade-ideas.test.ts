import * as v from 'valibot'
import { expect, test } from 'vitest'
import { whyUnknown } from '#contract/responses/unknown.ts'
import { type FullTradeIdea, FullTradeIdeaSchema } from '#contract/responses/lists/full-ideas.ts'
import { memoryBatches } from '#service/store/memory/batches.ts'
import { batchOf, syntheticIdea } from '#service/testing/ideas.ts'
import { testStartMs } from '#service/testing/test-service.ts'
import { testMarket } from '#service/testing/test-market.ts'
import { createIdeaLookups } from './trade-ideas.ts'

const createTestLookups = () => {
  const batches = memoryBatches()
  return {
    batches,
    ideas: createIdeaLookups(
      testMarket(() => testStartMs),
      batches,
    ),
  }
}

test('the first symbol is that of the strongest idea, or the first by ticker, in any order of the batch', async () => {
  const { batches, ideas } = createTestLookups()
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
  const { batches, ideas } = createTestLookups()
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

test('an idea of an older batch gets null for missing fields, and its symbol may be the first', async () => {
  const { batches, ideas } = createTestLookups()
  const idea = syntheticIdea('AAPL')
  const laterFields = [
    'mediumOptimal',
    'callDays',
    'putDays',
    'impliedVolatility',
    'earningsDate',
    'earningsMove',
    'exDividendDate',
    'impliedVolatilityPercentile',
    'impliedToRealizedVolatility',
  ]
  const olderIdea = Object.fromEntries(Object.entries(idea).filter(([field]) => !laterFields.includes(field)))
  await batches.publish(batchOf(olderIdea as FullTradeIdea))
  const [servedIdea] = (await ideas.tradeIdeas()).tradeIdeas
  v.parse(FullTradeIdeaSchema, servedIdea)
  expect(servedIdea).toMatchObject({ mediumOptimal: null, earningsDate: null, callYield: 0.12 })
  expect(whyUnknown(servedIdea!, 'exDividendDate')?.reason).toBe('not-given')
  expect(await ideas.firstSymbol()).toBe('AAPL')
})

test('a rank of realised volatility in a batch of an older version is unknown', async () => {
  const { batches, ideas } = createTestLookups()
  const {
    impliedVolatilityPercentile: _percentile,
    impliedToRealizedVolatility: _ratio,
    ...olderIdea
  } = syntheticIdea('AAPL')
  await batches.publish(
    batchOf({ ...olderIdea, impliedVolatilityRankBasis: 'historical' } as unknown as FullTradeIdea),
  )
  const [servedIdea] = (await ideas.tradeIdeas()).tradeIdeas
  v.parse(FullTradeIdeaSchema, servedIdea)
  expect(servedIdea).toMatchObject({ impliedVolatilityRank: null, impliedVolatilityRankBasis: null })
  for (const field of ['impliedVolatilityRank', 'impliedVolatilityPercentile', 'impliedToRealizedVolatility'])
    expect(whyUnknown(servedIdea!, field)?.reason, field).toBe('not-given')
})

test('there is no first symbol before the first scan or in a batch without ideas', async () => {
  const { batches, ideas } = createTestLookups()
  expect(await ideas.firstSymbol()).toBeNull()
  await batches.publish(batchOf())
  expect(await ideas.firstSymbol()).toBeNull()
})

test('returns ideas in the order of the batch', async () => {
  const { batches, ideas } = createTestLookups()
  const published = [syntheticIdea('XOM', 'Bullish', 30), syntheticIdea('KO', 'Bearish', 100)]
  await batches.publish(batchOf(...published))
  expect((await ideas.tradeIdeas()).tradeIdeas).toEqual(published)
})
