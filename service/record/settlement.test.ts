/** Results computed by hand, to the cent. */
import { describe, expect, test } from 'vitest'
import { pickResultOf, settlementOf, toCents } from './settlement.ts'
import type { PickHistory, PickTerms } from './settlement.ts'

const call: PickTerms = {
  right: 'call',
  strike: 105,
  expiry: '2026-12-18',
  night: '2026-11-20',
  values: { bid: 1.5, underlying: 100 },
  rate: 0.04,
}
const put: PickTerms = { ...call, right: 'put', strike: 95, values: { bid: 1.2, underlying: 100 } }
const quiet: PickHistory = { close: 103, before: [], splits: [], dividends: [] }

const ended = (pick: PickTerms, history: Partial<PickHistory>, settledOn = '2026-12-18') => {
  const full = { ...quiet, ...history }
  return { outcome: settlementOf(pick, full).outcome, ...pickResultOf(pick, full, settledOn) }
}

describe('a covered call', () => {
  // 28 days at 4 %: 100 x 100 x (e^(0.04 x 28/365) - 1) = 30.7321...; the put's capital is 95 a share: 29.1954...
  test('that expires earns the premium and the move of the shares, less the commission', () => {
    // 100 x (1.50 + 3) - 0.65
    expect(ended(call, {})).toEqual({ outcome: 'expired', profit: 449.35, stock: 300, cash: 30.73 })
    // 100 x (1.50 - 20) - 0.65
    expect(ended(call, { close: 80 })).toEqual({
      outcome: 'expired',
      profit: -1850.65,
      stock: -2000,
      cash: 30.73,
    })
  })
  test('that is assigned sells the shares at the strike', () => {
    // 100 x (1.50 + 5) - 0.65
    expect(ended(call, { close: 120 })).toMatchObject({ outcome: 'assigned', profit: 649.35, stock: 2000 })
  })
  test('expires at the strike, and is assigned a cent above it', () => {
    expect(ended(call, { close: 105 }).outcome).toBe('expired')
    expect(ended(call, { close: 105.0099 }).outcome).toBe('expired')
    expect(ended(call, { close: 105.01 })).toMatchObject({ outcome: 'assigned', profit: 649.35 })
  })
  test('receives dividends until the expiry', () => {
    const dividends = [{ exDate: '2026-12-01', amount: 0.5 }]
    const before = [{ exDate: '2026-12-01', close: 104 }]
    expect(ended(call, { dividends, before })).toMatchObject({
      outcome: 'expired',
      profit: 499.35,
      stock: 350,
    })
  })
  test('is assigned early on the session before an ordinary dividend if it is in the money then', () => {
    const dividends = [
      { exDate: '2026-11-27', amount: 0.1 },
      { exDate: '2026-12-08', amount: 0.5 },
    ]
    const before = [
      { exDate: '2026-11-27', close: 101 },
      { exDate: '2026-12-08', close: 108 },
    ]
    // 100 x (1.50 + 5 + 0.10) - 0.65; the shares until the same day: 100 x (8 + 0.10); cash over 17 days: 18.6475...
    expect(ended(call, { close: 90, dividends, before }, '2026-12-07')).toEqual({
      outcome: 'assigned-early',
      profit: 659.35,
      stock: 810,
      cash: 18.65,
    })
  })
  test('has its strike reduced by a special dividend, which assigns nothing', () => {
    const dividends = [{ exDate: '2026-12-08', amount: 4 }]
    const before = [{ exDate: '2026-12-08', close: 108 }]
    // Strike 101: 100 x (1.50 + 1 + 4) - 0.65
    expect(ended(call, { close: 103, dividends, before })).toMatchObject({
      outcome: 'assigned',
      profit: 649.35,
      stock: 700,
    })
  })
  test('is computed in shares of the night across a split', () => {
    // 4 for 1: the close is given per old share; a dividend of 0.10 per new share is 0.40 per old one.
    const splits = [{ day: '2026-12-01', factor: 4 }]
    const dividends = [{ exDate: '2026-12-08', amount: 0.1 }]
    const before = [{ exDate: '2026-12-08', close: 104 }]
    expect(ended(call, { splits, dividends, before })).toMatchObject({ profit: 489.35, stock: 340 })
  })
})

describe('a cash-secured put', () => {
  test('that expires earns the premium, less the commission', () => {
    expect(ended(put, {})).toEqual({ outcome: 'expired', profit: 119.35, stock: 300, cash: 29.2 })
  })
  test('that is assigned loses what the shares are below the strike', () => {
    // 100 x (1.20 - 15) - 0.65
    expect(ended(put, { close: 80 })).toMatchObject({ outcome: 'assigned', profit: -1380.65, stock: -2000 })
  })
  test('is not assigned early, and has its strike reduced by a special dividend', () => {
    const dividends = [{ exDate: '2026-12-08', amount: 5 }]
    const before = [{ exDate: '2026-12-08', close: 80 }]
    // Strike 90: 100 x (1.20 - 2) - 0.65
    expect(ended(put, { close: 88, dividends, before })).toMatchObject({
      outcome: 'assigned',
      profit: -80.65,
    })
  })
})

test('a pick without a price is void', () => {
  expect(ended(call, { close: null })).toEqual({ outcome: 'void' })
})

test('rounds half cents away from zero, without the error of binary fractions', () => {
  expect([1.005, -1.005, 0.001, 2.675].map(toCents)).toEqual([1.01, -1.01, 0, 2.68])
})
