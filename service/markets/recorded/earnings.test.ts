import { describe, expect, it } from 'vitest'
import { nextKnownEarnings } from './earnings.ts'

describe('the next earnings', () => {
  it('are the known report, otherwise an estimate from the last one: a trading day, at its time of day', () => {
    expect(
      nextKnownEarnings(
        [
          { day: '2026-01-29', time: 'AfterClose' },
          { day: '2026-04-30', time: 'Unknown' },
        ],
        '2026-08-21',
      ),
    ).toEqual({ day: '2026-10-29', time: 'AfterClose', estimated: true })
    expect(nextKnownEarnings([{ day: '2026-08-27', time: 'Unknown' }], '2026-08-21')).toEqual({
      day: '2026-08-27',
      time: 'Unknown',
      estimated: false,
    })
    // 2026-08-27 + 91 is Thanksgiving.
    expect(nextKnownEarnings([{ day: '2026-08-27', time: 'Unknown' }], '2026-09-01')?.day).toBe('2026-11-27')
    expect(nextKnownEarnings([{ day: '2026-08-21', time: 'BeforeOpen' }], '2026-08-21')?.estimated).toBe(true)
    expect(nextKnownEarnings([], '2026-08-21')).toBeNull()
  })
})
