import { expect, test } from 'vitest'
import { readArguments } from './arguments.ts'

const linesOf = (...given: string[]) =>
  readArguments(given).pairs.map(({ series, line }) => `${series} ${line}`)

test('without arguments everything is measured, and the page of figures written', () => {
  const asked = readArguments([])
  expect(asked).toMatchObject({
    runs: 7,
    thread: true,
    feed: true,
    narrow: true,
    whole: true,
    measureOnly: false,
  })
  expect(asked.pairs).toHaveLength(12)
})

test('one part at a time: a line, a series on every line, the thread, the feed', () => {
  expect(linesOf('--only', '150')).toEqual(['ideas 150'])
  expect(linesOf('--only', 'native')).toEqual(['native direct', 'native 60', 'native 150'])
  expect(linesOf('--only', 'feed')).toEqual([])
  expect(linesOf('--only', 'thread')).toEqual([])
  expect(readArguments(['--only', 'thread'])).toMatchObject({ thread: true, feed: false, whole: false })
  expect(readArguments(['--only', 'feed'])).toMatchObject({
    thread: false,
    feed: true,
    narrow: false,
    whole: false,
  })
  expect(readArguments(['--only', 'direct'])).toMatchObject({ feed: false, narrow: true, whole: false })
})

test.each([['--runs', '3'], ['--measure-only'], ['--only', '60']])(
  'with %s %s the page stays as it is',
  (...given) => {
    expect(readArguments(given).whole).toBe(false)
  },
)

test.each([
  [['--runs', 'many'], 'expected a whole number'],
  [['--runs', '0'], 'expected a whole number'],
  [['--only', 'ideas'], 'expected one of direct, 60, 150, strategies, symbol, native, thread, feed'],
  [['--fast'], 'Unknown option'],
])('%s is refused in words', (given, words) => {
  expect(() => readArguments(given)).toThrow(words)
})
