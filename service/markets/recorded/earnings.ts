/** Earnings days of a data folder, and the estimate of the next one. Node only. */
import { canonicalSymbol } from '#contract/responses/symbols.ts'
import { addDays, tradingDayOnOrAfter } from '#service/markets/calendar.ts'
import type { Day, Earnings, Report } from '#service/markets/market.ts'
import {
  throwBroken,
  csvRows,
  isDay,
  isRecord,
  lineAt,
  parseJson,
  readText,
  skipBroken,
} from './read-text.ts'

/** Parses `m/d/yy`, `m/d/yyyy` or `YYYY-MM-DD`; undefined for other text. */
function usDay(text: string): Day | undefined {
  const match = /^(\d{1,2})\/(\d{1,2})\/(\d{2}|\d{4})$/.exec(text)
  if (!match) return isDay(text) ? text : undefined
  const [, month = '', date = '', year = ''] = match
  const day = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return isDay(day) ? day : undefined
}

const timeOfLabel: Readonly<Record<string, Earnings['time']>> = {
  'pre-market': 'BeforeOpen',
  'post-market': 'AfterClose',
}

type AddReport = (symbol: string, report: Report) => void

/** The next earnings as a market has given them; null if it knew none. */
type AddNext = (symbol: string, earnings: Earnings | null) => void

/** Earnings by symbol. */
export type EarningsDays = {
  /** Sorted by day. */
  readonly reports: ReadonlyMap<string, readonly Report[]>
  /** The next earnings at the time of the latest recording of a market. */
  readonly next: ReadonlyMap<string, Earnings | null>
}

/**
 * Reads earnings days from all available files. Omits broken files and reports them to `log`. `referenceFiles` are the
 * sorted names in the folder `reference/`.
 */
export function readEarnings(
  root: string,
  referenceFiles: readonly string[],
  log: (message: string) => void,
): EarningsDays {
  const next = new Map<string, Earnings | null>()
  const reports = new Map<string, Map<Day, Earnings['time']>>()
  const add: AddReport = (symbol, { day, time }) => {
    const key = canonicalSymbol(symbol)
    const days = reports.get(key) ?? new Map<Day, Earnings['time']>()
    reports.set(key, days)
    // A source without a time of day does not overwrite a known one.
    if (!days.has(day) || time !== 'Unknown') days.set(day, time)
  }
  for (const name of referenceFiles) {
    const file = `reference/${name}`
    if (/^earnings-calendar.*\.csv(\.gz)?$/.test(name)) skipBroken(log, () => readCalendar(root, file, add))
    else if (/^earnings-next.*\.json(\.gz)?$/.test(name))
      skipBroken(log, () =>
        readNext(root, file, add, (symbol, earnings) => next.set(canonicalSymbol(symbol), earnings)),
      )
  }
  const sorted = [...reports].map(([symbol, days]) => {
    const list = [...days].map(([day, time]) => ({ day, time })).toSorted(byDay)
    return [symbol, list] as const
  })
  return { reports: new Map(sorted), next }
}

function readCalendar(root: string, file: string, add: AddReport) {
  for (const [index, row] of csvRows(readText(root, file)).entries()) {
    const day = usDay(row['reportDate'] ?? '')
    if (!day) throwBroken(file, index + 2, `reportDate: expected m/d/yy, got "${row['reportDate'] ?? ''}"`)
    add(row['symbol'] ?? '', { day, time: timeOfLabel[row['timeOfTheDay'] ?? ''] ?? 'Unknown' })
  }
}

function readNext(root: string, file: string, add: AddReport, addNext: AddNext) {
  const text = readText(root, file)
  const json = parseJson(text, file)
  const results = isRecord(json) ? json['results'] : undefined
  if (!isRecord(results)) throwBroken(file, 1, 'results: expected an object by symbol')
  for (const [symbol, rows] of Object.entries(results)) {
    if (rows === null) addNext(symbol, null)
    for (const row of Array.isArray(rows) ? (rows as unknown[]) : []) {
      if (!isRecord(row) || !isDay(row['date'])) continue
      const { date: day, time = 'Unknown', estimated, past } = row
      // Files of other tools have announced days, without their time.
      if (estimated === undefined) {
        add(symbol, { day, time: 'Unknown' })
        continue
      }
      if (typeof estimated !== 'boolean' || !isEarningsTime(time)) {
        const line = lineAt(text, text.indexOf(`"${symbol}"`))
        throwBroken(file, line, `${symbol}: expected date, time and estimated, got ${JSON.stringify(row)}`)
      }
      addNext(symbol, { day, time, estimated, ...pastOf(past) })
    }
  }
}

/** The earlier reports of a recorded row; omits rows without a day. */
const pastOf = (rows: unknown): Pick<Earnings, 'past'> => {
  if (!Array.isArray(rows)) return {}
  const past = (rows as unknown[]).flatMap((row) => {
    if (!isRecord(row) || !isDay(row['date'])) return []
    const { date: day, time } = row
    return [{ day, time: isEarningsTime(time) ? time : ('Unknown' as const) }]
  })
  return { past }
}

const isEarningsTime = (value: unknown): value is Earnings['time'] =>
  value === 'BeforeOpen' || value === 'AfterClose' || value === 'Unknown'

/** Days from one quarterly report to the next. */
const quarterDays = 91

/**
 * The next earnings of a symbol: as the recorded market gave them, unless that day has passed; otherwise from the reports.
 */
export function nextEarningsOf({ reports, next }: EarningsDays, symbol: string, today: Day): Earnings | null {
  const recorded = next.get(symbol)
  if (recorded === null || (recorded && recorded.day >= today)) return recorded
  const past = recorded && !recorded.estimated ? [...(recorded.past ?? []), recorded] : []
  return nextKnownEarnings([...(reports.get(symbol) ?? []), ...past].toSorted(byDay), today)
}

const byDay = (a: Report, b: Report): number => (a.day < b.day ? -1 : 1)

/**
 * The next report after the close of `today`: a known one, otherwise an estimate. A report of `today` at an unknown
 * time may still be ahead. The estimate is the last known day plus a multiple of 91 days, moved to a trading day, with
 * the last known time of day; null without any report.
 */
export function nextKnownEarnings(reports: readonly Report[], today: Day): Earnings | null {
  const next = reports.find(({ day, time }) => day > today || (day === today && time !== 'BeforeOpen'))
  const past = reports.filter((report) => report !== next && report.day <= today)
  const withPast = past.length > 0 && { past: past.map(({ day, time }) => ({ day, time })) }
  if (next) return { day: next.day, time: next.time, estimated: false, ...withPast }
  const lastReport = reports.at(-1)
  if (!lastReport) return null
  let day = lastReport.day
  while (day <= today) day = addDays(day, quarterDays)
  const reportWithTime = reports.findLast(({ time }) => time !== 'Unknown')
  const time = reportWithTime?.time ?? 'Unknown'
  return { day: tradingDayOnOrAfter(day), time, estimated: true, ...withPast }
}
