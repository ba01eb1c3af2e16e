import { expect, test } from 'vitest'
import { madeUpWhole } from '#app/testing/full-ideas.ts'
import { bestPay, isClearOfEarnings } from './best-pay.ts'

test('returns the strategy with the higher score, or the higher yield if the scores are equal', () => {
  expect(bestPay(madeUpWhole('A'))).toEqual({ leg: 'call', yield: 0.12, days: 63 })
  expect(bestPay(madeUpWhole('A', { putScore: 120 }))?.leg).toBe('put')
  expect(bestPay(madeUpWhole('A', { putScore: 98, putYield: 0.2 }))?.leg).toBe('put')
  expect(bestPay(madeUpWhole('A', { callYield: null, callScore: null, callDays: null }))?.leg).toBe('put')
  const withoutTrades = { callYield: null, putYield: null }
  expect(bestPay(madeUpWhole('A', withoutTrades))).toBeUndefined()
})

test('an idea is clear of earnings only if its earnings are known to follow the trade', () => {
  const isClear = (change: Parameters<typeof madeUpWhole>[1]) => {
    const idea = madeUpWhole('A', change)
    return isClearOfEarnings(idea, bestPay(idea))
  }
  expect(isClear({ daysToEarnings: 64 })).toBe(true)
  expect(isClear({ daysToEarnings: 63 })).toBe(false)
  const unknown = [{ field: 'daysToEarnings', reason: 'not-given', asOf: null }] as const
  expect(isClear({ daysToEarnings: null, unknown: [...unknown] })).toBe(false)
  expect(isClear({ daysToEarnings: null }), 'a fund never reports').toBe(true)
  expect(isClear({ daysToEarnings: 90, callDays: null, putDays: null }), 'an older scan').toBe(false)
})
