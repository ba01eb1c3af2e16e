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
  /** Price range of the 52 weeks up to the day of the fundamentals file. */
  yearRange?: Profile['yearRange']
  /**
   * Whether the fundamentals file has no sector, no market capitalisation and no earnings, as for
   * funds.
   */
  isFund: boolean
  /** Facts as the recorded market gave them (recorded-text.ts); files of other tools do not have them. */
  recorded?: Pick<Profile, 'sector' | 'exchange' | 'region' | 'kind' | 'dividendYield'> | undefined
}

/** Yahoo's sector names by GICS name: the S&P list uses GICS, all other files use Yahoo's. */
const yahooSectorByGics: Readonly<Record<string, string>> = {
  'Information Technology': 'Technology',
  Financials: 'Financial Services',
  'Health Care': 'Healthcare',
  'Consumer Discretionary': 'Consumer Cyclical',
  'Consumer Staples': 'Consumer Defensive',
  Materials: 'Basic Materials',
}

const toText = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' && value.trim() !== '—' ? value.trim() : undefined
const toNumber = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null

type CompanyOf = (symbol: string) => Company

/**
 * Reads company data by symbol from all available files. Omits broken files and reports them to
 * `log`. `files` are the names in the folder, `referenceFiles` the sorted names in its subfolder
 * `reference/`.
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
    if (sector) company.sector = yahooSectorByGics[sector] ?? sector
  }
}

function readUniverse(root: string, file: string, companyOf: CompanyOf) {
  for (const [symbol, row] of Object.entries(readObject(root, file))) {
    if (!isRecord(row)) continue
    const company = companyOf(symbol)
    const [name, sector] = [toText(row['shortName']), toText(row['sector'])]
    if (name) company.name = name
    if (sector) company.sector = sector
  }
}

const kinds: readonly unknown[] = ['stock', 'etf', 'leveraged-etf', 'index'] satisfies Profile['kind'][]

function recordedFactsOf(row: Record<string, unknown>): Company['recorded'] {
  const { sector, exchange, region, kind, yield: dividendYield } = row
  const isComplete =
    kinds.includes(kind) &&
    typeof dividendYield === 'number' &&
    [sector, exchange, region].every((value) => typeof value === 'string')
  return isComplete ? ({ sector, exchange, region, kind, dividendYield } as Company['recorded']) : undefined
}

/**
 * Parses the 52-week price range of a row. Its day is that of the file, unless the row has its own. A file dated on a
 * weekend contains Friday's data.
 */
function yearRangeOf(row: Record<string, unknown>, fileDay: string | undefined): Profile['yearRange'] {
  const day = row['fiftyTwoWeekDay'] ?? fileDay
  const [low, high] = [toNumber(row['fiftyTwoWeekLow']), toNumber(row['fiftyTwoWeekHigh'])]
  if (low === null || high === null || !isDay(day) || !(low > 0 && low <= high)) return undefined
  return { low, high, day: tradingDayOnOrBefore(day) }
}

function readFundamentals(root: string, file: string, companyOf: CompanyOf) {
  const day = /\d{4}-\d{2}-\d{2}/.exec(file)?.[0]
  for (const [symbol, row] of Object.entries(readObject(root, file))) {
    if (!isRecord(row)) continue
    const company = companyOf(symbol)
    const [name, sector] = [toText(row['name']), toText(row['sector'])]
    if (name) company.name = name
    if (sector) company.sector = sector
    company.marketCap = toNumber(row['marketCap'])
    company.eps = toNumber(row['trailingEps'])
    // The file has percent: 0.35 is 0.35 % (Apple pays about 1.08 dollars on 309).
    const dividends = toNumber(row['dividendYield'])
    company.dividendYield = dividends === null ? null : Math.round(Math.max(0, dividends) * 1e4) / 1e6
    company.yearRange = yearRangeOf(row, day)
    company.recorded = recordedFactsOf(row)
    company.isFund = sector === undefined && company.marketCap === null && company.eps === null
  }
}
