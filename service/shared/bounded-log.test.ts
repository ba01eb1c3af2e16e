import { expect, test } from 'vitest'
import { boundedLog } from './bounded-log.ts'
import type { LogFields } from './log.ts'

test('limits the lines a minute; the first line after a gap has the number of omitted lines', () => {
  let now = 0
  const lines: LogFields[] = []
  const log = boundedLog(
    (_, event, fields) => void lines.push({ event, ...fields }),
    () => now,
    2,
  )
  for (let index = 0; index < 5; index++) log('warn', 'refused', { at: index })
  expect(lines).toEqual([
    { event: 'refused', at: 0 },
    { event: 'refused', at: 1 },
  ])
  now = 60_000
  log('warn', 'refused', { at: 5 })
  log('warn', 'refused', { at: 6 })
  expect(lines.slice(2)).toEqual([
    { event: 'refused', at: 5, leftOut: 3 },
    { event: 'refused', at: 6 },
  ])
})
