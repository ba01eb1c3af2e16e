import { expect, test } from 'vitest'
import { sampleOption } from '#app/testing/income.ts'
import type { WireCell } from './cells.ts'
import { bestCell } from './best-cell.ts'

const empty: WireCell = { timeframe: 'short', riskProfile: 'optimal' }
const cell = (serviceScore: number, expectedGain: number | null, expectedLoss: number | null): WireCell => {
  const option = sampleOption()
  return {
    timeframe: 'short',
    riskProfile: 'optimal',
    option: { ...option, serviceScore, scoreParts: { ...option.scoreParts, expectedGain, expectedLoss } },
  }
}

test('the highest score is best, also that of a contract that does not fit its cell', () => {
  const [low, high] = [cell(99, 9.9, 10), cell(114, 11.4, 10)]
  expect(bestCell([empty, low, high])).toBe(high)
  const nextBest = { ...high, alternative: { ...high.option!, reason: null, reasonMessage: null } }
  expect(bestCell([low, nextBest])).toBe(nextBest)
})

test('equal scores are decided by what they are rounded from', () => {
  const [less, more] = [cell(108, 10.76, 10), cell(108, 10.84, 10)]
  expect(bestCell([less, more])).toBe(more)
  expect(bestCell([more, less])).toBe(more)
  expect(bestCell([less, { ...less }])).toBeUndefined()
  expect(bestCell([cell(108, null, null), cell(108, null, null)])).toBeUndefined()
})

test('no cell is best if there are not two to compare', () => {
  expect(bestCell([empty, empty])).toBeUndefined()
  expect(bestCell([empty, cell(120, 12, 10)])).toBeUndefined()
})
