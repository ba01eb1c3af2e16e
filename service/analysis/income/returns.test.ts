import { expect, test } from 'vitest'
import type { Contract } from '#service/markets/market.ts'
import { allTrades, income, fullChain } from './income.fixture.ts'
import { returnsOf } from './returns.ts'

const contract = (right: 'call' | 'put', strike: number, bid: number): Contract => ({
  id: 'T',
  expiry: '2026-09-18',
  right,
  strike,
  bid,
  ask: bid + 0.1,
  last: null,
  volume: null,
  openInterest: null,
})
const positionWith = (chainPrice: number, costBasis?: number) => ({
  chainPrice,
  holdings: costBasis === undefined ? {} : { costBasis },
})

test('returns of a call are relative to the stock’s price and to the cost basis', () => {
  const call = { contract: contract('call', 110, 2), return: 0.02, commission: 0 }
  expect(returnsOf(call, { cost: 80 }, positionWith(100, 80))).toEqual({
    ifUnchanged: { onPrice: 0.02, onBasis: 0.025 },
    ifAssigned: { onPrice: 0.12, onBasis: 0.4 },
    purchasePrice: null,
  })
})

test('returns of an in-the-money call are equal in both cases, because an unchanged price leads to assignment', () => {
  const call = { contract: contract('call', 95, 7), return: 0.02, commission: 0 }
  expect(returnsOf(call, { cost: 100 }, positionWith(100))).toMatchObject({
    ifUnchanged: { onPrice: 0.02 },
    ifAssigned: { onPrice: 0.02 },
  })
})

test('assignment has a negative return on a cost basis above the strike', () => {
  const call = { contract: contract('call', 105, 1), return: 0.01, commission: 0 }
  expect(returnsOf(call, { cost: 120 }, positionWith(100, 120))).toMatchObject({
    ifUnchanged: { onBasis: 0.008333 },
    ifAssigned: { onPrice: 0.06, onBasis: -0.116667 },
  })
})

test('a put ignores the cost basis; its purchase price is the cost per share after assignment', () => {
  const put = { contract: contract('put', 95, 1.5), return: 0.015789, commission: 0 }
  expect(returnsOf(put, { cost: 80 }, positionWith(100, 80))).toEqual({
    ifUnchanged: { onPrice: 0.015789, onBasis: null },
    ifAssigned: null,
    purchasePrice: 93.5,
  })
})

test('the commission lowers every return, and not the purchase price', () => {
  const call = { contract: contract('call', 110, 2), return: 0.0193, commission: 0.07 }
  expect(returnsOf(call, { cost: 80 }, positionWith(100, 80))).toEqual({
    ifUnchanged: { onPrice: 0.0193, onBasis: 0.024125 },
    ifAssigned: { onPrice: 0.1193, onBasis: 0.399125 },
    purchasePrice: null,
  })
  const put = { contract: contract('put', 95, 1.5), return: 0.015053, commission: 0.07 }
  expect(returnsOf(put, { cost: 100 }, positionWith(100))).toMatchObject({ purchasePrice: 93.5 })
})

test('returns in a response agree with the other figures', () => {
  for (const query of [{}, { costBasis: 85 }, { stockQuantity: 300, costBasis: 130 }])
    for (const option of allTrades(income(fullChain, { query }))) {
      const { returns } = option
      expect(returns.ifUnchanged.onPrice).toBe(option.return)
      const isOwned = option.legType === 'Call' && 'costBasis' in query
      expect(returns.ifUnchanged.onBasis === null).toBe(!isOwned)
      if (option.legType === 'Put') expect(returns.purchasePrice).toBe(option.breakeven)
      else {
        const cost = (query as { costBasis?: number }).costBasis ?? 100
        const gain = returns.ifAssigned?.onBasis ?? returns.ifAssigned!.onPrice
        expect(gain * cost * 100 * option.contracts).toBeCloseTo(option.maxReward, 0)
      }
    }
})
