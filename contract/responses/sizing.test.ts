import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sizeOfCalls, sizeOfPuts } from './sizing.ts'

test('cash secures as many puts as it can buy the shares of', () => {
  expect(sizeOfPuts(25_000, 132.5)).toEqual({ contracts: 1, used: 13_250, left: 11_750 })
  expect(sizeOfPuts(13_249.99, 132.5)).toEqual({ contracts: 0, used: 0, left: 13_249.99 })
})

test('the exact cash of any strike is enough, and a cent less is not', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2_000_000 }),
      fc.integer({ min: 1, max: 400 }),
      (thousandths, contracts) => {
        const strike = thousandths / 1000
        const cash = (thousandths * contracts) / 10
        expect(sizeOfPuts(cash, strike)).toEqual({ contracts, used: cash, left: 0 })
        const short = sizeOfPuts(cash - 0.01, strike)
        expect(short.contracts).toBeLessThan(contracts)
        expect(short.used + short.left).toBeCloseTo(cash - 0.01, 6)
      },
    ),
  )
})

test('100 shares cover a call', () => {
  expect(sizeOfCalls(350)).toEqual({ contracts: 3, used: 300, left: 50 })
  expect(sizeOfCalls(99)).toEqual({ contracts: 0, used: 0, left: 99 })
})
