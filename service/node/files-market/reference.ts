/** What a data folder knows about companies beside prices: fundamentals, names, sectors, earnings days. Node only. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { addDays, tradingDayOnOrAfter } from '#service/market/calendar.ts'
import { BrokenFile, broken, canonicalSymbol, csvRows, isDay, readJson, readText } from './text.ts'
import type { Day, Earnings } from '#service/market/market.ts'

export type Company = {
  name?: string
  sector?: string
  marketCap: number | null
  eps: number | null
  /** Decimal. */
  dividendYield: number
  /** From fundamentals, where a fund has neither sector nor market value. */
  fund: boolean
}

export type Report = { readonly day: Day; readonly time: Earnings['time'] }

export type Reference = {
  readonly companies: ReadonlyMap<string, Company>
  readonly reports: ReadonlyMap<string, readonly Report[]>
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' && value.trim() !== '—' ? value.trim() : undefined
const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null

/** The S&P list names sectors by GICS, everything else here as Yahoo does: one vocabulary. */
const gics: Readonly<Record<string, string>> = {
  'Information Technology': 'Technology',
  Financials: 'Financial Services',
  'Health Care': 'Healthcare',
  'Consumer Discretionary': 'Consumer Cyclical',
  'Consumer Staples': 'Consumer Defensive',
  Materials: 'Basic Materials',
}

/** `m/d/yy` or `m/d/yyyy`. */
function usDay(text: string): Day | undefined {
  const match = /^(\d{1,2})\/(\d{1,2})\/(\d{2}|\d{4})$/.exec(text)
  if (!match) return isDay(text) ? text : undefined
  const [, month = '', date = '', year = ''] = match
  const day = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return isDay(day) ? day : undefined
}

const times: Readonly<Record<string, Earnings['time']>> = {
  'pre-market': 'BeforeOpen',
  'post-market': 'AfterClose',
}

function objectIn(root: string, file: string): Record<string, unknown> {
  const given = readJson(root, file)
  return isRecord(given) ? given : broken(file, 1, 'expected an object by symbol')
}

/** Reads whatever of it there is; a broken file is told to `log` and left out. */
export function readReference(root: string, log: (message: string) => void): Reference {
  const companies = new Map<string, Company>()
  const reports = new Map<string, Map<Day, Earnings['time']>>()
  const companyOf = (symbol: string): Company => {
    const key = canonicalSymbol(symbol)
    let company = companies.get(key)
    if (!company)
      companies.set(key, (company = { marketCap: null, eps: null, dividendYield: 0, fund: false }))
    return company
  }
  const report = (symbol: string, day: Day, time: Earnings['time']) => {
    const key = canonicalSymbol(symbol)
    const days = reports.get(key) ?? new Map<Day, Earnings['time']>()
    reports.set(key, days)
    // A time of day once known is not forgotten for a source that has none.
    if (!days.has(day) || time !== 'Unknown') days.set(day, time)
  }
  const attempt = (read: () => void) => {
    try {
      read()
    } catch (error) {
      if (!(error instanceof BrokenFile)) throw error
      log(`${error.message}; skipped`)
    }
  }

  const names = readdirSync(root)
  const referenceNames = existsSync(join(root, 'reference'))
    ? readdirSync(join(root, 'reference')).toSorted()
    : []
  // From the vaguest source to the best: later ones overwrite.
  for (const name of referenceNames) {
    if (!/^sp500-constituents.*\.csv(\.gz)?$/.test(name)) continue
    attempt(() => {
      for (const row of csvRows(readText(root, `reference/${name}`))) {
        const company = companyOf(row['Symbol'] ?? '')
        const sector = row['GICS Sector'] ?? ''
        if (row['Security']) company.name = row['Security']
        if (sector) company.sector = gics[sector] ?? sector
      }
    })
  }
  if (names.includes('universe-meta.json')) {
    attempt(() => {
      for (const [symbol, row] of Object.entries(objectIn(root, 'universe-meta.json'))) {
        if (!isRecord(row)) continue
        const company = companyOf(symbol)
        const [name, sector] = [textOf(row['shortName']), textOf(row['sector'])]
        if (name) company.name = name
        if (sector) company.sector = sector
      }
    })
  }
  for (const file of names.filter((name) => /^fundamentals-.*\.json(\.gz)?$/.test(name)).toSorted()) {
    attempt(() => {
      for (const [symbol, row] of Object.entries(objectIn(root, file))) {
        if (!isRecord(row)) continue
        const company = companyOf(symbol)
        const [name, sector] = [textOf(row['name']), textOf(row['sector'])]
        if (name) company.name = name
        if (sector) company.sector = sector
        company.marketCap = numberOf(row['marketCap'])
        company.eps = numberOf(row['trailingEps'])
        // Given in percent: 0.35 is 0.35 % (Apple pays about 1.08 dollars on 309).
        company.dividendYield = Math.round(Math.max(0, numberOf(row['dividendYield']) ?? 0) * 1e4) / 1e6
        company.fund = sector === undefined && company.marketCap === null && company.eps === null
      }
    })
  }
  for (const name of referenceNames) {
    const file = `reference/${name}`
    if (/^earnings-calendar.*\.csv(\.gz)?$/.test(name)) {
      attempt(() => {
        for (const [index, row] of csvRows(readText(root, file)).entries()) {
          const day = usDay(row['reportDate'] ?? '')
          if (!day) broken(file, index + 2, `reportDate: expected m/d/yy, got "${row['reportDate'] ?? ''}"`)
          report(row['symbol'] ?? '', day, times[row['timeOfTheDay'] ?? ''] ?? 'Unknown')
        }
      })
    } else if (/^earnings-next.*\.json(\.gz)?$/.test(name)) {
      attempt(() => {
        const results = objectIn(root, file)['results']
        if (!isRecord(results)) broken(file, 1, 'results: expected an object by symbol')
        for (const [symbol, rows] of Object.entries(results)) {
          for (const row of Array.isArray(rows) ? (rows as unknown[]) : []) {
            if (isRecord(row) && isDay(row['date'])) report(symbol, row['date'], 'Unknown')
          }
        }
      })
    }
  }
  const sorted = [...reports].map(([symbol, days]) => {
    const list = [...days].map(([day, time]) => ({ day, time })).toSorted((a, b) => (a.day < b.day ? -1 : 1))
    return [symbol, list] as const
  })
  return { companies, reports: new Map(sorted) }
}

/** Days from one quarterly report to the next. */
const quarter = 91

/**
 * The next report after the close of `today`: a known one, else the last known day and a multiple of 91 days, moved
 * to a trading day, with the time of day the company usually chooses.
 */
export function nextKnownEarnings(reports: readonly Report[], today: Day): Earnings | null {
  const next = reports.find(({ day, time }) => day > today || (day === today && time === 'AfterClose'))
  if (next) return { day: next.day, time: next.time, estimated: false }
  const last = reports.at(-1)
  if (!last) return null
  let day = last.day
  while (day <= today) day = addDays(day, quarter)
  const usual = reports.findLast(({ time }) => time !== 'Unknown')
  return { day: tradingDayOnOrAfter(day), time: usual?.time ?? 'Unknown', estimated: true }
}
