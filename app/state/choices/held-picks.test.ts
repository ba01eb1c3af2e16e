import { describe, expect, test } from 'vitest'
import { sampleAlternative, sampleIncome, sampleOptimals, sampleOption } from '#app/testing/income.ts'
import type { Income } from '#contract/responses/income.ts'
import { cellsOf } from './cells.ts'
import { cellKey, cellOfFormerPick, type HeldPicks, holdMs, holdPicks } from './held-picks.ts'

const key = cellKey('call', 'medium', 'optimal')
const old = sampleOptimals('call')[4]!
const better = sampleOption({ ...old, strike: 256, id: 'AAPL270115C00256000' })
const third = sampleOption({ ...old, strike: 257, id: 'AAPL270115C00257000' })
/** A response whose cell Medium · Optimal has this contract. */
const withPick = (option: Income['callOptimals'][number], change: Partial<Income> = {}) =>
  sampleIncome({ callOptimals: sampleOptimals('call').with(4, option), ...change })

/** Applies responses at times in seconds, and returns the strike of the cell after each. */
function strikesAfter(responses: [seconds: number, income: Income, requested?: string | undefined][]) {
  let held: { picks: HeldPicks; at: number } | undefined
  const strikes = responses.map(([seconds, income, requested]) => {
    const now = seconds * 1000
    const next = holdPicks(income, held, { now, requested })
    held = { picks: next.picks, at: now }
    return cellsOf(next.income, 'call')[4]?.option?.strike
  })
  return { strikes, picks: held!.picks }
}

describe('the contract of a cell', () => {
  test('changes when another one has been preferred for a minute, not with every response', () => {
    const { strikes } = strikesAfter([
      [0, withPick(old)],
      [30, withPick(better)],
      [59, withPick(better)],
      [60, withPick(better)],
    ])
    expect(holdMs).toBe(60_000)
    expect(strikes).toEqual([255, 255, 255, 256])
  })

  test('stays if the service returns to it within the minute, and the minute starts again', () => {
    const { strikes } = strikesAfter([
      [0, withPick(old)],
      [30, withPick(better)],
      [50, withPick(old)],
      [70, withPick(better)],
      [109, withPick(better)],
      [110, withPick(better)],
    ])
    expect(strikes).toEqual([255, 255, 255, 255, 255, 256])
  })

  test('changes at most once a minute while the service alternates between others', () => {
    const { strikes } = strikesAfter([
      [0, withPick(old)],
      [30, withPick(better)],
      [60, withPick(third)],
      [90, withPick(better)],
      [119, withPick(better)],
    ])
    expect(strikes).toEqual([255, 255, 257, 257, 257])
  })

  test.each<[string, Income, string?]>([
    ['nothing fits the cell', sampleIncome({ callOptimals: sampleOptimals('call').toSpliced(4, 1) })],
    [
      'only a next best contract is left',
      sampleIncome({
        callOptimals: sampleOptimals('call').toSpliced(4, 1),
        callAlternatives: [sampleAlternative(better, 'Nothing fits')],
      }),
    ],
    [
      'it has moved to another cell',
      withPick(better, {
        callOptimals: sampleOptimals('call')
          .with(4, better)
          .with(1, { ...old, timeframe: 'short' }),
      }),
    ],
    ['its days to expiry have left the range', withPick({ ...better, daysUntilExpiry: 49 })],
    ['the response refuses it', withPick(better), old.id],
  ])('changes at once if %s', (_, income, requested) => {
    const { strikes } = strikesAfter([
      [0, withPick(old)],
      [1, income, requested],
    ])
    expect(strikes[1]).not.toBe(255)
  })

  test('has the figures of the response while it is requested', () => {
    const { strikes, picks } = strikesAfter([
      [0, withPick(old)],
      [30, withPick(better, { contract: { ...old, bid: 4.4, premium: 4.4 } }), old.id],
    ])
    expect(strikes[1]).toBe(255)
    expect(picks[key]?.option).toMatchObject({ bid: 4.4, timeframe: 'medium', riskProfile: 'optimal' })
  })

  test('is not held after a pause without responses', () => {
    const { strikes } = strikesAfter([
      [0, withPick(old)],
      [30, withPick(better)],
      [30 + 2 * 60 + 1, withPick(third)],
    ])
    expect(strikes).toEqual([255, 255, 257])
  })
})

test('a cell remembers its former picks, so that the user’s contract still belongs to it after two changes', () => {
  const { picks } = strikesAfter([
    [0, withPick(old)],
    [60, withPick(better)],
    [120, withPick(third)],
  ])
  expect(cellOfFormerPick(picks, old.id)).toBe(key)
  expect(cellOfFormerPick(picks, better.id)).toBe(key)
  expect(cellOfFormerPick(picks, third.id), 'the pick itself').toBeUndefined()
  expect(cellOfFormerPick(picks, 'AAPL270115C00300000')).toBeUndefined()
})

test('a response without held picks is the same object', () => {
  const income = withPick(old)
  expect(holdPicks(income, undefined, { now: 0, requested: undefined }).income).toBe(income)
})
