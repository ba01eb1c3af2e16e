import { expect, test } from 'vitest'
import { sampleFullIdea } from '#app/testing/full-ideas.ts'
import { bestStrategy, isClearOfEarnings } from './best-strategy.ts'

test('returns the strategy with the higher score, or the higher yield if the scores are equal', () => {
  expect(bestStrategy(sampleFullIdea('A'))).toEqual({ leg: 'call', yield: 0.12, days: 63 })
  expect(bestStrategy(sampleFullIdea('A', { putScore: 120 }))?.leg).toBe('put')
  expect(bestStrategy(sampleFullIdea('A', { putScore: 98, putYield: 0.2 }))?.leg).toBe('put')
  expect(bestStrategy(sampleFullIdea('A', { callYield: null, callScore: null, callDays: null }))?.leg).toBe(
    'put',
  )
  const withoutTrades = { callYield: null, putYield: null }
  expect(bestStrategy(sampleFullIdea('A', withoutTrades))).toBeUndefined()
})

test('an idea is clear of earnings only if they are known to be after the expiry of its best trade', () => {
  const isClear = (change: Parameters<typeof sampleFullIdea>[1]) => {
    const idea = sampleFullIdea('A', change)
    return isClearOfEarnings(idea, bestStrategy(idea))
  }
  expect(isClear({ daysToEarnings: 64 })).toBe(true)
  expect(isClear({ daysToEarnings: 63 })).toBe(false)
  const unknown = [{ field: 'daysToEarnings', reason: 'not-given', asOf: null }] as const
  expect(isClear({ daysToEarnings: null, unknown: [...unknown] })).toBe(false)
  expect(isClear({ daysToEarnings: null }), 'a fund has no earnings').toBe(true)
  expect(
    isClear({ daysToEarnings: 90, callDays: null, putDays: null }),
    'a result of an older scan has no days',
  ).toBe(false)
})
