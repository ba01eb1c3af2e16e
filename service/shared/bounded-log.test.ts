import { expect, test } from 'vitest'
import { boundedLog } from './bounded-log.ts'
import type { LogFields } from './log.ts'

test('writes a limited number of lines a minute; the next one has the number left out', () => {
  let now = 0
  const written: LogFields[] = []
  const log = boundedLog(
    (_, event, fields) => void written.push({ event, ...fields }),
    () => now,
    2,
  )
  for (let at = 0; at < 5; at++) log('warn', 'refused', { at })
  expect(written).toEqual([
    { event: 'refused', at: 0 },
    { event: 'refused', at: 1 },
  ])
  now = 60_000
  log('warn', 'refused', { at: 5 })
  log('warn', 'refused', { at: 6 })
  expect(written.slice(2)).toEqual([
    { event: 'refused', at: 5, leftOut: 3 },
    { event: 'refused', at: 6 },
  ])
})
