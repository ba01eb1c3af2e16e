/** Company data in a data folder: names, sectors, fundamentals. Node only. */
import { canonicalSymbol } from '#contract/responses/symbols.ts'
import { tradingDayOnOrBefore } from '#service/markets/calendar.ts'
import type { Profile } from '#service/markets/market.ts'
import { csvRows, isDay, isRecord, readObject, readText, skipBroken } from './read-text.ts'

export type Company = {
  name?: string
  sector?: string
  marketCap: number | null
  eps: number | null
  /** Decimal; null if no file contains it. */
  dividendYield: number | null
  /** Of the 52 weeks up to the fundamentals' day. */
  yearRange?: Profile['yearRange']
  /** From fundamentals, in which funds have neither sector, market capitalisation nor earnings. */
  isFund: boolean
}

/** Yahoo's sector names by GICS name: the S&P list uses GICS, all other files use Yahoo's. */
const sectorOfGics: Readonly<Record<string, string>> = {
  'Information Technology': 'Technology',
  Financials: 'Financial Services',
  'Health Care': 'Healthcare',
  'Consumer Discretionary': 'Consumer Cyclical',
  'Consumer Staples': 'Consumer Defensive',
  Materials: 'Basic Materials',
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' && value.trim() !== '—' ? value.trim() : undefined
const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null

type CompanyOf = (symbol: string) => Company

/**
 * Companies by symbol, from all available files; `log` receives broken, omitted ones. `files` are those of
 * the folder, `referenceFiles` those of its folder `reference/`, sorted.
 */
export function readCompanies(
  root: string,
  { files, referenceFiles }: { files: readonly string[]; referenceFiles: readonly string[] },
  log: (message: string) => void,
): ReadonlyMap<string, Company> {
  const companies = new Map<string, Company>()
  const companyOf: CompanyOf = (symbol) => {
    const key = canonicalSymbol(symbol)
    let company = companies.get(key)
    if (!company)
      companies.set(key, (company = { marketCap: null, eps: null, dividendYield: null, isFund: false }))
    return company
  }
  // From the least to the most precise source: later ones overwrite.
  for (const name of referenceFiles)
    if (/^sp500-constituents.*\.csv(\.gz)?$/.test(name))
      skipBroken(log, () => readConstituents(root, `reference/${name}`, companyOf))
  if (files.includes('universe-meta.json'))
    skipBroken(log, () => readUniverse(root, 'universe-meta.json', companyOf))
  for (const name of files.filter((file) => /^fundamentals-.*\.json(\.gz)?$/.test(file)).toSorted())
    skipBroken(log, () => readFundamentals(root, name, companyOf))
  return companies
}

function readConstituents(root: string, file: string, companyOf: CompanyOf) {
  for (const row of csvRows(readText(root, file))) {
    const company = companyOf(row['Symbol'] ?? '')
    const sector = row['GICS Sector'] ?? ''
    if (row['Security']) company.name = row['Security']
    if (sector) company.sector = sectorOfGics[sector] ?? sector
  }
}

function readUniverse(root: string, file: string, companyOf: CompanyOf) {
  for (const [symbol, row] of Object.entries(readObject(root, file))) {
    if (!isRecord(row)) continue
    const company = companyOf(symbol)
    const [name, sector] = [textOf(row['shortName']), textOf(row['sector'])]
    if (name) company.name = name
    if (sector) company.sector = sector
  }
}

/** A file dated on a weekend contains Friday's figures. */
function yearRangeOf(row: Record<string, unknown>, day: string | undefined): Profile['yearRange'] {
  const [low, high] = [numberOf(row['fiftyTwoWeekLow']), numberOf(row['fiftyTwoWeekHigh'])]
  if (low === null || high === null || !isDay(day) || !(low > 0 && low <= high)) return undefined
  return { low, high, day: tradingDayOnOrBefore(day) }
}

function readFundamentals(root: string, file: string, companyOf: CompanyOf) {
  const day = /\d{4}-\d{2}-\d{2}/.exec(file)?.[0]
  for (const [symbol, row] of Object.entries(readObject(root, file))) {
    if (!isRecord(row)) continue
    const company = companyOf(symbol)
    const [name, sector] = [textOf(row['name']), textOf(row['sector'])]
    if (name) company.name = name
    if (sector) company.sector = sector
    company.marketCap = numberOf(row['marketCap'])
    company.eps = numberOf(row['trailingEps'])
    // In percent: 0.35 is 0.35 % (Apple pays about 1.08 dollars on 309).
    const dividends = numberOf(row['dividendYield'])
    company.dividendYield = dividends === null ? null : Math.round(Math.max(0, dividends) * 1e4) / 1e6
    company.yearRange = yearRangeOf(row, day)
    company.isFund = sector === undefined && company.marketCap === null && company.eps === null
  }
}
