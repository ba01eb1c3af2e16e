import { expect, test } from 'vitest'
import { boundedLog, callerLog } from './bounded-log.ts'
import type { LogFields } from './log.ts'

test('limits the lines per minute; the first line after omitted ones has their number', () => {
  let now = 0
  const lines: LogFields[] = []
  const log = boundedLog(
    (_, event, fields) => void lines.push({ event, ...fields }),
    () => now,
    2,
  )
  for (let index = 0; index < 5; index++) log('warn', 'refused', { index })
  expect(lines).toEqual([
    { event: 'refused', index: 0 },
    { event: 'refused', index: 1 },
  ])
  now = 60_000
  log('warn', 'refused', { index: 5 })
  log('warn', 'refused', { index: 6 })
  expect(lines.slice(2)).toEqual([
    { event: 'refused', index: 5, leftOut: 3 },
    { event: 'refused', index: 6 },
  ])
})

test('a caller has one line a minute', () => {
  let now = 0
  const lines: LogFields[] = []
  const log = callerLog(
    (_, event, fields) => void lines.push({ event, ...fields }),
    () => now,
    3,
  )
  for (let index = 0; index < 3; index++) log('a', 'warn', 'refused', { caller: 'a', index })
  log('b', 'warn', 'refused', { caller: 'b' })
  now = 59_999
  log('a', 'warn', 'refused', { caller: 'a' })
  now = 60_000
  log('a', 'warn', 'refused', { caller: 'a', index: 3 })
  expect(lines).toEqual([
    { event: 'refused', caller: 'a', index: 0 },
    { event: 'refused', caller: 'b' },
    { event: 'refused', caller: 'a', index: 3 },
  ])
})
