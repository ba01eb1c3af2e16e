import { expect, test } from 'vitest'
import { coverage, readPosition } from './position.ts'

const read = (shares: string, costBasis = '') => readPosition({ shares, costBasis })

test('empty fields are no position and no mistake', () => {
  expect(read('')).toEqual({ problems: {} })
})

test('a trader may type spaces, a dollar sign and a decimal comma', () => {
  expect(read(' 1 200 ', '$ 210,55')).toEqual({ shares: 1200, costBasis: 210.55, problems: {} })
  expect(read('100', '.5')).toMatchObject({ costBasis: 0.5 })
})

test.each(['0', '-100', '1.5', '1e3', 'hundred', '10000000000'])('%s is not a number of shares', (text) => {
  expect(read(text)).toEqual({ problems: { shares: 'sharesWhole' } })
})

test.each(['0', '-3', 'abc', '1.23456', '1,2,3', '.'])('%s is not a price', (text) => {
  expect(read('', text)).toEqual({ problems: { costBasis: 'basisPositive' } })
})

test('250 shares cover two contracts and leave 50 out', () => {
  expect(coverage(250)).toEqual({ contracts: 2, leftOver: 50, missing: 0 })
})

test('60 shares cover nothing: 40 are missing', () => {
  expect(coverage(60)).toEqual({ contracts: 1, leftOver: 0, missing: 40 })
})

test('no position counts one contract', () => {
  expect(coverage(undefined)).toEqual({ contracts: 1, leftOver: 0, missing: 0 })
})
