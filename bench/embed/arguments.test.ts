import { expect, test } from 'vitest'
import { parseBenchOptions } from './arguments.ts'

const pairsFor = (...args: string[]) =>
  parseBenchOptions(args).pairs.map(({ series, line }) => `${series} ${line}`)

test('without arguments, measures everything and writes the report', () => {
  const options = parseBenchOptions([])
  expect(options).toMatchObject({
    runs: 7,
    includesThread: true,
    includesLooks: true,
    includesFeed: true,
    includesNarrowFrame: true,
    isComplete: true,
    measureOnly: false,
  })
  expect(options.pairs).toHaveLength(16)
})

test('--only measures one part: a line, a series on every line, the thread, or the feed', () => {
  expect(pairsFor('--only', '150')).toEqual(['ideas 150'])
  expect(pairsFor('--only', 'phone')).toEqual(['ideas phone'])
  expect(pairsFor('--only', 'native')).toEqual(['native direct', 'native 60', 'native 150'])
  expect(pairsFor('--only', 'feed')).toEqual([])
  expect(pairsFor('--only', 'thread')).toEqual([])
  expect(parseBenchOptions(['--only', 'thread'])).toMatchObject({
    includesThread: true,
    includesLooks: false,
    includesFeed: false,
    isComplete: false,
  })
  expect(parseBenchOptions(['--only', 'feed'])).toMatchObject({
    includesThread: false,
    includesFeed: true,
    includesNarrowFrame: false,
    isComplete: false,
  })
  expect(parseBenchOptions(['--only', 'direct'])).toMatchObject({
    includesFeed: false,
    includesNarrowFrame: true,
    isComplete: false,
  })
})

test.each([['--runs', '3'], ['--measure-only'], ['--only', '60']])(
  'does not write the report with %s %s',
  (...args) => {
    expect(parseBenchOptions(args).isComplete).toBe(false)
  },
)

test.each([
  [['--runs', 'many'], 'expected a whole number'],
  [['--runs', '0'], 'expected a whole number'],
  [
    ['--only', 'ideas'],
    'expected one of direct, 60, 150, phone, strategies, symbol, native, warm, thread, looks, feed',
  ],
  [['--fast'], 'Unknown option'],
])('rejects %s with an explanation', (args, message) => {
  expect(() => parseBenchOptions(args)).toThrow(message)
})
