import { expect, test } from 'vitest'
import { positionStatesOf } from './position-states.ts'

const assignment = { isInTheMoney: false, isNear: false as boolean | null, causes: [] }
const statesOf = (change: Partial<Parameters<typeof positionStatesOf>[0]>) =>
  positionStatesOf({ assignment, daysUntilExpiry: 40, profitShare: 0.1, ...change })

test('a position out of the money, with time left and little earned, has no state', () => {
  expect(statesOf({})).toEqual([])
})

test('21 days are few, 22 are not', () => {
  expect(statesOf({ daysUntilExpiry: 21 })).toEqual(['few-days-left'])
  expect(statesOf({ daysUntilExpiry: 22 })).toEqual([])
})

test('half is earned from 50 %, most from 80 %, and never both', () => {
  expect(statesOf({ profitShare: 0.4999 })).toEqual([])
  expect(statesOf({ profitShare: 0.5 })).toEqual(['half-earned'])
  expect(statesOf({ profitShare: 0.7999 })).toEqual(['half-earned'])
  expect(statesOf({ profitShare: 0.8 })).toEqual(['mostly-earned'])
})

test('an unknown profit is not earned, and an unknown assignment is not likely', () => {
  expect(statesOf({ profitShare: null })).toEqual([])
  expect(statesOf({ assignment: { isInTheMoney: true, isNear: null, causes: [] } })).toEqual(['tested'])
})

test('several states are listed by urgency', () => {
  expect(
    statesOf({
      assignment: { isInTheMoney: true, isNear: true, causes: ['dividend'] },
      daysUntilExpiry: 3,
      profitShare: 0.9,
    }),
  ).toEqual(['assignment-likely', 'tested', 'few-days-left', 'mostly-earned'])
})
