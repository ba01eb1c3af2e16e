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
    ).toEqual({
      day: '2026-10-29',
      time: 'AfterClose',
      estimated: true,
      past: [
        { day: '2026-01-29', time: 'AfterClose' },
        { day: '2026-04-30', time: 'Unknown' },
      ],
    })
    expect(nextKnownEarnings([{ day: '2026-08-27', time: 'Unknown' }], '2026-08-21')).toEqual({
      day: '2026-08-27',
      time: 'Unknown',
      estimated: false,
    })
    // 2026-08-27 + 91 is Thanksgiving.
    expect(nextKnownEarnings([{ day: '2026-08-27', time: 'Unknown' }], '2026-09-01')?.day).toBe('2026-11-27')
    expect(nextKnownEarnings([{ day: '2026-08-21', time: 'BeforeOpen' }], '2026-08-21')?.estimated).toBe(true)
    for (const time of ['AfterClose', 'Unknown'] as const)
      expect(nextKnownEarnings([{ day: '2026-08-21', time }], '2026-08-21'), time).toEqual({
        day: '2026-08-21',
        time,
        estimated: false,
      })
    expect(nextKnownEarnings([], '2026-08-21')).toBeNull()
  })

  it('have the reports before them, today included if it has passed, but none that follow', () => {
    const reports = [
      { day: '2026-05-20', time: 'AfterClose' },
      { day: '2026-08-21', time: 'AfterClose' },
      { day: '2026-11-18', time: 'AfterClose' },
    ] as const
    expect(nextKnownEarnings(reports, '2026-08-21')).toEqual({
      ...reports[1],
      estimated: false,
      past: [reports[0]],
    })
    expect(nextKnownEarnings(reports, '2026-08-24')).toMatchObject({
      ...reports[2],
      past: reports.slice(0, 2),
    })
  })
})
