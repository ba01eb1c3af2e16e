/** When and from which prices picks are resolved. */
import { describe, expect, test } from 'vitest'
import { addDays } from '#service/markets/calendar.ts'
import { barsOf, callPick } from './night.fixture.ts'
import { resolvePick } from './resolve.ts'
import type { OpenPick, SymbolHistory } from './resolve.ts'

const pick: OpenPick = { ...callPick, pick: 1, night: '2026-11-20', rate: 0.04 }
const history: SymbolHistory = {
  night: '2026-12-18',
  bars: barsOf({ '2026-11-20': 100, '2026-12-17': 90, '2026-12-18': 103 }),
  splits: [],
  dividends: [],
}

describe('a pick', () => {
  test('is resolved at the close of its expiry', () => {
    expect(resolvePick(pick, history)).toMatchObject({
      outcome: 'expired',
      settledOn: '2026-12-18',
      values: { close: 103 },
      result: { profit: 449.35 },
    })
    expect(resolvePick(pick, { ...history, night: '2026-12-17' })).toBeUndefined()
  })
  test('is resolved later if its price comes later, with the same result', () => {
    const late = barsOf({ '2026-11-20': 100, '2026-12-17': 90 })
    expect(resolvePick(pick, { ...history, bars: late })).toBeUndefined()
    const later = barsOf({ '2026-11-20': 100, '2026-12-18': 103, '2026-12-21': 50 })
    expect(resolvePick(pick, { ...history, night: '2026-12-21', bars: later })).toEqual(
      resolvePick(pick, history),
    )
  })
  test('is settled at its last price if it is not traded any more for ten sessions', () => {
    const delisted = barsOf({ '2026-11-20': 100, '2026-12-10': 104 })
    const at = (night: string) => resolvePick(pick, { ...history, night, bars: delisted })
    expect(at('2027-01-04')).toBeUndefined()
    expect(at('2027-01-06')).toMatchObject({ settledOn: '2026-12-10', values: { close: 104 } })
  })
  test('is void if the source does not know the symbol any more', () => {
    expect(resolvePick(pick, { ...history, bars: undefined })).toBeUndefined()
    expect(resolvePick(pick, { ...history, night: '2027-01-06', bars: undefined })).toMatchObject({
      outcome: 'void',
      reason: 'no-price',
      result: null,
    })
  })
  test('is resolved across a split, whose bars are adjusted', () => {
    const adjusted = barsOf({ '2026-11-20': 25, '2026-12-18': 25.75 })
    const splits = [{ day: '2026-12-01', factor: 4 }]
    expect(resolvePick(pick, { ...history, bars: adjusted, splits })).toMatchObject({
      splits,
      values: { close: 103 },
      result: { profit: 449.35 },
    })
    // A source without splits: the close of the night contradicts the price of the pick.
    expect(resolvePick(pick, { ...history, bars: adjusted })).toMatchObject({
      outcome: 'void',
      reason: 'price-jump',
    })
  })
  test('settles an expiry without a session at the session before', () => {
    const saturday = { ...pick, expiry: addDays('2026-12-18', 1) }
    expect(resolvePick(saturday, history)).toMatchObject({ settledOn: '2026-12-18' })
  })
  test('counts dividends after its night and up to its expiry only', () => {
    const dividends = ['2026-11-20', '2026-12-18', '2026-12-21'].map((exDate) => ({ exDate, amount: 0.5 }))
    expect(resolvePick(pick, { ...history, dividends })).toMatchObject({
      dividends: [{ exDate: '2026-12-18', amount: 0.5 }],
      values: { before: [{ exDate: '2026-12-18', close: 90 }] },
    })
  })
})
