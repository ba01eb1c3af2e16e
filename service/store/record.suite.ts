/** The tests of the sealed record of all store implementations; store.suite.ts runs them. */
import { describe, expect, test } from 'vitest'
import type { NewRecordEntry, StoredPick } from './record.ts'
import type { Store } from './store.ts'

const stored = (night: string, pick: number, changes: Partial<StoredPick> = {}): StoredPick => ({
  night,
  pick,
  symbol: 'AAPL',
  expiry: '2026-12-18',
  body: `{"pick":${pick}}`,
  ...changes,
})

const entry = (number: number, night: string, changes: Partial<NewRecordEntry> = {}): NewRecordEntry => ({
  series: 'test-simulated-v4',
  number,
  night,
  publishedAt: `${night}T07:00:00.000Z`,
  sha256: String(number).repeat(64),
  previousSha256: number === 1 ? null : String(number - 1).repeat(64),
  keyId: '0123456789abcdef',
  ideas: 2,
  picks: 1,
  resolutions: 0,
  file: `{"night":"${night}","name":"é"}`,
  stored: [],
  resolved: [],
  dividends: [],
  ...changes,
})

const summaryOf = ({ file: _f, stored: _s, resolved: _r, dividends: _d, ...summary }: NewRecordEntry) =>
  summary

/** Registers the tests. `open` returns the open store of the suite. */
export function recordSuite(open: () => Store): void {
  describe('the sealed record', () => {
    test('appends entries in order, and changes none', async () => {
      const { record } = open()
      const [first, second] = [entry(1, '2026-11-20'), entry(2, '2026-11-23')]
      expect(await record.append(entry(2, '2026-11-20')), 'a series starts with 1').toBe(false)
      expect(await record.append(first)).toBe(true)
      expect(await record.append({ ...first, file: 'forged' })).toBe(false)
      expect(await record.append(entry(2, '2026-11-20')), 'the same night').toBe(false)
      expect(await record.append(entry(2, '2026-11-19')), 'an earlier night').toBe(false)
      expect(await record.append(entry(3, '2026-11-23')), 'a number left out').toBe(false)
      expect(await record.append(second)).toBe(true)
      expect(await record.latest(first.series)).toEqual(summaryOf(second))
      expect(await record.latest('live-simulated-v4')).toBeUndefined()
      expect(await record.file(first.series, '2026-11-20')).toBe(first.file)
      expect(await record.file(first.series, '2026-11-21')).toBeUndefined()
      expect(await record.file('live-simulated-v4', '2026-11-20')).toBeUndefined()
    })

    test('appends one of two entries that are appended at once', async () => {
      const { record } = open()
      const entries = [entry(1, '2026-11-20'), entry(1, '2026-11-20', { file: 'other' })]
      const results = await Promise.all(entries.map((added) => record.append(added)))
      expect(results.filter(Boolean)).toHaveLength(1)
      expect(await record.file(entries[0]!.series, '2026-11-20')).toBe(entries[results.indexOf(true)]!.file)
    })

    test('lists entries, the newest night first, then by series', async () => {
      const { record } = open()
      const other = entry(1, '2026-11-23', { series: 'live-tradier-v4' })
      for (const added of [entry(1, '2026-11-20'), entry(2, '2026-11-23'), other]) await record.append(added)
      const names = (list: readonly { series: string; night: string }[]) =>
        list.map(({ series, night }) => `${series} ${night}`)
      expect(names(await record.list({ limit: 9 }))).toEqual([
        'live-tradier-v4 2026-11-23',
        'test-simulated-v4 2026-11-23',
        'test-simulated-v4 2026-11-20',
      ])
      expect(await record.list({ limit: 1 })).toEqual([summaryOf(other)])
      expect(names(await record.list({ limit: 9, before: '2026-11-23' }))).toEqual([
        'test-simulated-v4 2026-11-20',
      ])
      expect(names(await record.list({ limit: 9, series: 'live-tradier-v4' }))).toEqual([
        'live-tradier-v4 2026-11-23',
      ])
      expect(await record.series()).toEqual(['live-tradier-v4', 'test-simulated-v4'])
    })

    test('stores picks until they are resolved, and dividends with their latest amounts', async () => {
      const { record } = open()
      const series = 'test-simulated-v4'
      const picks = [
        stored('2026-11-20', 1),
        stored('2026-11-20', 2, { symbol: 'MSFT', expiry: '2027-01-15' }),
        stored('2026-11-20', 10, { expiry: '2027-01-15' }),
      ]
      const dividends = [
        { symbol: 'AAPL', exDate: '2026-12-01', amount: 0.25 },
        { symbol: 'AAPL', exDate: '2026-11-24', amount: 0.26 },
        { symbol: 'MSFT', exDate: '2026-12-01', amount: 0.83 },
      ]
      await record.append(entry(1, '2026-11-20', { stored: picks, dividends }))
      expect(await record.openSymbols(series)).toEqual([
        { symbol: 'AAPL', lastExpiry: '2027-01-15' },
        { symbol: 'MSFT', lastExpiry: '2027-01-15' },
      ])
      expect(await record.due(series, '2026-12-17')).toEqual([])
      expect(await record.due(series, '2026-12-18')).toEqual([picks[0]])
      expect(await record.due(series, '2027-01-15')).toEqual(picks)
      expect(await record.due('live-tradier-v4', '2027-01-15')).toEqual([])
      const resolved = [{ night: '2026-11-20', pick: 2, body: '{"profit":1}' }]
      const amended = [{ symbol: 'AAPL', exDate: '2026-12-01', amount: 0.27 }]
      await record.append(entry(2, '2026-11-23', { resolved, dividends: amended }))
      expect(await record.due(series, '2027-01-15')).toEqual([picks[0], picks[2]])
      expect(await record.openSymbols(series)).toEqual([{ symbol: 'AAPL', lastExpiry: '2027-01-15' }])
      expect(await record.resolved(series)).toEqual([{ ...picks[1], resolution: '{"profit":1}' }])
      expect(await record.dividends(series, '2026-11-24')).toEqual([
        { symbol: 'AAPL', exDate: '2026-11-24', amount: 0.26 },
        { symbol: 'AAPL', exDate: '2026-12-01', amount: 0.27 },
        { symbol: 'MSFT', exDate: '2026-12-01', amount: 0.83 },
      ])
      expect(await record.dividends(series, '2026-11-25')).toHaveLength(2)
    })

    test('stores nothing of an entry that is not appended', async () => {
      const { record } = open()
      await record.append(entry(1, '2026-11-20', { stored: [stored('2026-11-20', 1)] }))
      const refused = entry(1, '2026-11-23', {
        stored: [stored('2026-11-23', 1)],
        resolved: [{ night: '2026-11-20', pick: 1, body: '{}' }],
        dividends: [{ symbol: 'AAPL', exDate: '2026-12-01', amount: 1 }],
      })
      expect(await record.append(refused)).toBe(false)
      expect(await record.due(refused.series, '2027-01-15')).toEqual([stored('2026-11-20', 1)])
      expect(await record.dividends(refused.series, '2026-01-01')).toEqual([])
    })
  })
}
