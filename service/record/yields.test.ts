import { expect, test } from 'vitest'
import { callPick, putPick } from './night.fixture.ts'
import { nightResultsOf, pickAmountsOf, yieldsOf } from './yields.ts'

// Sold at 1.50 with the stock at 100; the premium is 150 less 0.65.
const callOf = (profit: number, stock: number) => pickAmountsOf(callPick, callPick.values, { profit, stock })
const putOf = (profit: number) => pickAmountsOf(putPick, putPick.values, { profit, stock: -2000 })

test('computes what a seller gave up from the public result', () => {
  expect(callOf(449.35, 300), 'expired at 103').toEqual({ premium: 149.35, forgone: 0, capital: 10_000 })
  // The stock closes at 120: 1,500 dollars above the strike of 105.
  expect(callOf(649.35, 2000)).toEqual({ premium: 149.35, forgone: 1500, capital: 10_000 })
  expect(putOf(119.35), 'expired').toEqual({ premium: 119.35, forgone: 0, capital: 9500 })
  // The stock closes at 80, 15 dollars below the strike of 95.
  expect(putOf(-1380.65)).toEqual({ premium: 119.35, forgone: 1500, capital: 9500 })
})

test('compares premium and cost by right, in total and by band, and leaves out withheld results', () => {
  const call = (probability: number, amounts: ReturnType<typeof callOf> | null) => ({
    right: 'call' as const,
    probability,
    amounts,
  })
  const yields = yieldsOf([
    call(0.74, callOf(449.35, 300)),
    call(0.79, callOf(649.35, 2000)),
    call(0.8, callOf(449.35, 300)),
    call(0.8, null),
    { right: 'put', probability: 0.6, amounts: putOf(-1380.65) },
  ])
  const rows = yields.map(({ right, from, count, ...means }) => [
    right,
    from,
    count,
    ...[means.premium, means.forgone, means.net].map((value) => Number(value.toFixed(6))),
  ])
  expect(rows).toEqual([
    ['call', null, 3, 0.014935, 0.05, -0.035065],
    ['call', 0.7, 2, 0.014935, 0.075, -0.060065],
    ['call', 0.8, 1, 0.014935, 0, 0.014935],
    ['put', null, 1, 0.012563, 0.157895, -0.145332],
    ['put', 0.6, 1, 0.012563, 0.157895, -0.145332],
  ])
})

test('adds gains and losses of each night on its capital', () => {
  const amounts = { premium: 100, forgone: 0, capital: 10_000 }
  const pick = (night: string, profit: number) => ({
    night,
    amounts,
    result: { profit, stock: 0, cash: 0 },
  })
  expect(
    nightResultsOf([
      pick('2026-11-23', 200),
      pick('2026-11-20', 100),
      pick('2026-11-20', -400),
      { night: '2026-11-24', amounts: null, result: null },
    ]),
  ).toEqual([
    { night: '2026-11-20', count: 2, losers: 1, gains: 0.005, losses: -0.02, net: -0.015 },
    { night: '2026-11-23', count: 1, losers: 0, gains: 0.02, losses: 0, net: 0.02 },
  ])
})
