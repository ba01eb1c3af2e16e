import { expect, test } from 'vitest'
import { madeUpWhole } from '#app/testing/full-ideas.ts'
import { bestPay, isClearOfEarnings } from './best-pay.ts'

test('the strategy with the higher score pays, then the one that pays more', () => {
  expect(bestPay(madeUpWhole('A'))).toEqual({ leg: 'call', yield: 0.12, days: 63 })
  expect(bestPay(madeUpWhole('A', { putScore: 120 }))?.leg).toBe('put')
  expect(bestPay(madeUpWhole('A', { putScore: 98, putYield: 0.2 }))?.leg).toBe('put')
  expect(bestPay(madeUpWhole('A', { callYield: null, callScore: null, callDays: null }))?.leg).toBe('put')
  const none = { callYield: null, putYield: null }
  expect(bestPay(madeUpWhole('A', none))).toBeUndefined()
})

test('clear of earnings is only what is known to be', () => {
  const clear = (change: Parameters<typeof madeUpWhole>[1]) => {
    const idea = madeUpWhole('A', change)
    return isClearOfEarnings(idea, bestPay(idea))
  }
  expect(clear({ daysToEarnings: 64 })).toBe(true)
  expect(clear({ daysToEarnings: 63 })).toBe(false)
  const unknown = [{ field: 'daysToEarnings', reason: 'not-given', asOf: null }] as const
  expect(clear({ daysToEarnings: null, unknown: [...unknown] })).toBe(false)
  expect(clear({ daysToEarnings: null }), 'a fund has none').toBe(true)
  expect(clear({ daysToEarnings: 90, callDays: null, putDays: null }), 'an older scan').toBe(false)
})
