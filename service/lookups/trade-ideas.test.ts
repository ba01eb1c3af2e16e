import * as v from 'valibot'
import { expect, test } from 'vitest'
import { whyUnknown } from '#contract/responses/unknown.ts'
import { type WholeTradeIdea, WholeTradeIdeaSchema } from '#contract/responses/full-ideas.ts'
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
  const none = { mediumOptimal: [], callScore: null }
  const illiquid = { ...syntheticIdea('HMNF', 'Bullish', 99), ...none, liquidityRank: 3 as const }
  const putsOnly = { ...syntheticIdea('NIO', 'Bullish', 90), ...none, mediumOptimal: ['put' as const] }
  const elsewhere = { ...syntheticIdea('BA', 'Bullish', 80), mediumOptimal: [] }
  const tradable = syntheticIdea('KO', 'Bearish', 20)
  await batches.publish(batchOf(illiquid, putsOnly, elsewhere, tradable))
  expect(await ideas.firstSymbol()).toBe('KO')
  await batches.publish(batchOf(illiquid, putsOnly, elsewhere))
  expect(await ideas.firstSymbol(), 'that sells something at least').toBe('BA')
  await batches.publish(batchOf(illiquid, putsOnly))
  expect(await ideas.firstSymbol(), 'at last the strongest').toBe('HMNF')
})

test('an idea of an older batch gets null for missing fields, and may still be the first', async () => {
  const { batches, ideas } = lookups()
  const idea = syntheticIdea('AAPL')
  const later = [
    'mediumOptimal',
    'callDays',
    'putDays',
    'impliedVolatility',
    'earningsDate',
    'earningsMove',
    'exDividendDate',
  ]
  const old = Object.fromEntries(Object.entries(idea).filter(([field]) => !later.includes(field)))
  await batches.publish(batchOf(old as WholeTradeIdea))
  const [found] = (await ideas.tradeIdeas()).tradeIdeas
  v.parse(WholeTradeIdeaSchema, found)
  expect(found).toMatchObject({ mediumOptimal: null, earningsDate: null, callYield: 0.12 })
  expect(whyUnknown(found!, 'exDividendDate')?.reason).toBe('not-given')
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
  const found = [syntheticIdea('XOM', 'Bullish', 30), syntheticIdea('KO', 'Bearish', 100)]
  await batches.publish(batchOf(...found))
  expect((await ideas.tradeIdeas()).tradeIdeas).toEqual(found)
})
