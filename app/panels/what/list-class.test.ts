import { expect, test } from 'vitest'
import { sampleIdea } from '#app/testing/ideas.ts'
import { listClass } from './list-class.ts'

const ideasOf = (bearish: number, bullish: number, liquidityRank: 1 | 2 | 3) =>
  [
    ...Array.from({ length: bearish }, () => sampleIdea('A', { sentiment: 'Bearish', liquidityRank })),
    ...Array.from({ length: bullish }, () => sampleIdea('B', { sentiment: 'Bullish', liquidityRank: 1 })),
  ] as unknown as Parameters<typeof listClass>[0]

test('names the direction and the liquidity of more than two thirds of the ideas', () => {
  expect(listClass(ideasOf(80, 6, 3), false)).toBe('ideas usual-Bearish usual-3')
  expect(listClass(ideasOf(1, 5, 2), true)).toBe('ideas ideas-plain usual-Bullish usual-1')
})

test('names none if the ideas differ', () => {
  expect(listClass(ideasOf(4, 2, 2), false)).toBe('ideas usual-undefined usual-undefined')
  expect(listClass([], false)).toBe('ideas usual-undefined usual-undefined')
})
