import { describe, expect, test } from 'vitest'
import { sampleRoll } from '#app/testing/roll.ts'
import { positionProfit } from './position-profit.ts'

describe('the profit of the position', () => {
  const option = { quantity: 3, price: 4.2 }
  const tested = sampleRoll({ costToClose: 8.85, profitKept: -4.65, costBasis: 265, chainPrice: 282.9 })
  const put = { ...tested, legType: 'Put' } as const

  test('counts the option and the shares that it covers', () => {
    expect(positionProfit(tested, option, 0)).toEqual({ value: 3975 })
    expect(positionProfit(put, option, 0)).toEqual({ value: -1395 })
  })

  test.each([
    ['the sale price', tested, { quantity: 3 }, 'no-premium'],
    ['the cost of the shares', { ...tested, costBasis: null }, option, 'no-basis'],
  ] as const)('is unknown without %s', (_, roll, opened, reason) => {
    expect(positionProfit(roll, opened, 0)).toEqual({ value: null, reason })
  })

  test.each(['profitKept', 'chainPrice'])('has the reason of the service without %s', (field) => {
    const unknownField = { field, reason: 'old-chain', asOf: null } as const
    expect(positionProfit({ ...tested, [field]: null, unknown: [unknownField] }, option, 0)).toEqual({
      value: null,
      reason: unknownField,
    })
    expect(positionProfit({ ...tested, [field]: null }, option, 0)).toEqual({
      value: null,
      reason: { field, reason: 'not-given', asOf: null },
    })
  })

  test('is unknown for a call if the calls need more shares than are held', () => {
    expect(positionProfit(tested, option, -1)).toEqual({ value: null, reason: 'not-covered' })
    expect(positionProfit(put, option, -1)).toEqual({ value: -1395 })
  })

  test('is known if the number of held shares is not', () => {
    expect(positionProfit(tested, option, null)).toEqual({ value: 3975 })
  })
})
