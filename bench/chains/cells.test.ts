import { expect, test } from 'vitest'
import type { Income } from '#contract/responses/income.ts'
import { cellsOf, sumOf } from './cells.ts'
import { chainsSection, summaryOf } from './page.ts'

const pick = { bid: 1.9, fairValue: 2, fairValueError: 0.02, warnings: [], impliedEvent: null }
const incomeOf = (changes: object): Income =>
  ({
    underlying: 'AAPL',
    callOptimals: [pick, { ...pick, bid: 2.07 }],
    putOptimals: [{ ...pick, impliedEvent: {} }],
    callAlternatives: [{ reasonMessage: { code: 'alternative.expiry-late' } }],
    putAlternatives: [{ reasonMessage: { code: 'alternative.expiry-late' } }],
    refused: [{ reason: 'no-bid', count: 7 }],
    ...changes,
  }) as unknown as Income

test('cells are filled, empty with the reason of their alternative, or without any', () => {
  expect(cellsOf(incomeOf({}))).toMatchObject({
    symbol: 'AAPL',
    filled: 3,
    empty: { 'expiry-late': 2, none: 13 },
    refused: { 'no-bid': 7 },
    fillShares: [0.95, 1.035, 0.95],
  })
})

test('a bid above three errors and an event without a warning are counted', () => {
  expect(cellsOf(incomeOf({}))).toMatchObject({ aboveFair: 1, unwarned: 1 })
  const warned = { ...pick, impliedEvent: {}, warnings: ['earnings-before-expiry'] }
  expect(cellsOf(incomeOf({ callOptimals: [], putOptimals: [warned] }))).toMatchObject({
    aboveFair: 0,
    unwarned: 0,
  })
})

test('the section has a row for each chain, and sums', () => {
  const chains = [cellsOf(incomeOf({})), cellsOf(incomeOf({ underlying: 'KO' }))]
  expect(sumOf(chains.map(({ empty }) => empty))).toEqual([
    ['none', 26],
    ['expiry-late', 4],
  ])
  expect(summaryOf(chains)).toEqual({ medianFill: 0.95, aboveFair: 2, unwarned: 2 })
  const section = chainsSection(chains, '2026-08-21')
  expect(section).toContain('6 of 36 cells are filled')
  expect(section).toMatch(/^\| KO +\| +3 \| none 13, expiry-late 2 \| no-bid 7 +\|$/m)
})
