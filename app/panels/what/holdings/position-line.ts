/**
 * Reads a position as brokers write it in one line: `-3 AAPL 265C 18Dec26 @ 4.20`, an OSI symbol with its quantity, or
 * `300 AAPL @ 265`. Several lines, or parts between semicolons, may be one holding. Nothing is guessed: what is not
 * understood is a problem.
 */
import type { Holding, OpenOption } from '#contract/bridge/holdings.ts'
import { isOsi, normalizeOsi, optionRoot, readOsi, standardRoot } from '#contract/responses/osi.ts'
import { writeOsi } from '#contract/responses/write-osi.ts'

export type LineProblem = {
  /**
   * - `unclear`: `part` is not understood
   * - `incomplete`: an option without expiry or strike, or no quantity
   * - `bought`: an option with a positive quantity
   * - `symbols`: parts of different symbols
   */
  problem: 'unclear' | 'incomplete' | 'bought' | 'symbols'
  /** The text with the problem. */
  part: string
}

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
const monthPattern = months.join('|')

/** Forms of a day; the groups are year, month and day by name. */
const dayPatterns = [
  /\b(?<year>20\d\d)-(?<month>\d\d)-(?<day>\d\d)\b/,
  /\b(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>20\d\d|\d\d)\b/,
  new RegExp(String.raw`\b(?<day>\d{1,2})\s?(?<month>${monthPattern})[A-Z]*\s?'?(?<year>20\d\d|\d\d)\b`),
  new RegExp(String.raw`\b(?<month>${monthPattern})[A-Z]*\s?(?<day>\d{1,2}),?\s?'?(?<year>20\d\d|\d\d)\b`),
]
const strikePatterns = [
  /\b(?<strike>\d*\.?\d+)\s?(?<type>CALLS?|PUTS?|C|P)\b/,
  /\b(?<type>CALLS?|PUTS?|C|P)\s?(?<strike>\d*\.?\d+)\b/,
]
/** `SOLD -3 AAPL`: how it was traded, quantity, and symbol. */
const headPattern =
  /^(?:(?<trade>SOLD|SELL|STO|SHORT|BOT|BOUGHT|BUY|BTO|LONG)\s+)?(?:(?<quantity>[-+]?\d+)\s*(?:X\s+)?)?(?<symbol>[A-Z0-9]{1,6}\s*\d{6}[CP]\d{8}|[A-Z][A-Z.]{0,9})\b/
const soldWords: readonly (string | undefined)[] = ['SOLD', 'SELL', 'STO', 'SHORT']

/** Upper case, with a minus sign for a dash, and decimal points. */
const normalText = (text: string): string =>
  text
    .toUpperCase()
    .replaceAll(/[−–]/g, '-')
    .replaceAll(/[$’]/g, (char) => (char === '$' ? '' : "'"))
    .replaceAll(/(\d),(\d{3})(?!\d)/g, '$1$2')
    .replaceAll(/(\d),(\d{1,2})(?!\d)/g, '$1.$2')
    .trim()

/** Removes the first match of a pattern; `groups` are those of the match, undefined without one. */
function take(text: string, patterns: readonly RegExp[]): { rest: string; groups?: Record<string, string> } {
  for (const pattern of patterns) {
    const match = pattern.exec(text)
    if (match) return { rest: text.replace(pattern, ' '), groups: { ...match.groups } }
  }
  return { rest: text }
}

/** Returns `YYYY-MM-DD`; undefined for a day that does not exist. */
function dayOf({ year, month, day }: Record<string, string>): string | undefined {
  const monthNumber = months.indexOf(month!) + 1 || Number(month)
  const two = (value: number | string) => String(value).padStart(2, '0')
  const text = `20${year!.slice(-2)}-${two(monthNumber)}-${two(day!)}`
  const time = Date.parse(`${text}T00:00Z`)
  return Number.isNaN(time) || new Date(time).toJSON().slice(0, 10) !== text ? undefined : text
}

type Part = { symbol: string; option: OpenOption } | { symbol: string; shares: number; costBasis?: number }

function readPart(part: string): Part | LineProblem {
  const head = headPattern.exec(normalText(part))
  const fail = (problem: LineProblem['problem']): LineProblem => ({ problem, part: part.trim() })
  if (!head) return fail('unclear')
  const { trade, quantity = '', symbol = '' } = head.groups!
  const price = take(normalText(part).slice(head[0].length), [/@\s*(?<price>\d*\.?\d+)/])
  const osi = normalizeOsi(symbol)
  const day = take(price.rest, dayPatterns)
  const contract = take(day.rest, strikePatterns)
  const isOption = isOsi(osi) || day.groups !== undefined || contract.groups !== undefined
  // The multiplier, and words of some brokers.
  const rest = isOption ? contract.rest.replace(/\b100\b(?=\s|$)|\(?\bWEEKLYS?\b\)?/, ' ') : contract.rest
  // A number that is left over is the price.
  const last = price.groups ? { rest } : take(rest, [/(?<=^|\s)(?<price>\d*\.?\d+)(?=\s|$)/])
  if (last.rest.trim() !== '') return fail('unclear')
  const paid = Number((price.groups ?? last.groups)?.['price'] ?? 0)
  const count = Math.abs(Number(quantity))
  if (!isOption)
    return quantity === '' || count === 0
      ? fail('incomplete')
      : soldWords.includes(trade) || quantity.startsWith('-')
        ? fail('unclear')
        : { symbol, shares: count, ...(paid > 0 && { costBasis: paid }) }
  if (count === 0) return fail('incomplete')
  if (!soldWords.includes(trade) && !quantity.startsWith('-')) return fail('bought')
  const paidPrice = paid > 0 && { price: paid }
  if (isOsi(osi)) return { symbol: optionRoot(osi), option: { id: osi, quantity: count, ...paidPrice } }
  if (!day.groups || !contract.groups) return fail('incomplete')
  const expiryDate = dayOf(day.groups)
  const legType = contract.groups['type']!.startsWith('C') ? 'Call' : 'Put'
  const strike = Number(contract.groups['strike'])
  const id = expiryDate && writeOsi(standardRoot(symbol), { legType, expiryDate, strike })
  return id && isOsi(id) && readOsi(id)?.strike === strike && strike > 0
    ? { symbol, option: { id, quantity: count, ...paidPrice } }
    : fail('unclear')
}

/** Reads the holding of a text: shares of one symbol, options sold on it, or both. */
export function readPositionLine(text: string): Holding | LineProblem {
  const parts = text
    .split(/[;\n]/)
    .filter((part) => part.trim() !== '')
    .map(readPart)
  const problem = parts.find((part) => 'problem' in part)
  if (problem) return problem
  const read = parts as readonly Part[]
  const [first] = read
  if (!first) return { problem: 'incomplete', part: text.trim() }
  if (read.some(({ symbol }) => symbol !== first.symbol)) return { problem: 'symbols', part: text.trim() }
  const openOptions = read.flatMap((part) => ('option' in part ? [part.option] : []))
  return {
    symbol: first.symbol,
    ...Object.assign({}, ...read.map((part) => ('shares' in part ? part : {}))),
    ...(openOptions.length > 0 && { openOptions }),
  }
}

/** Returns a holding with the shares and options of a line. An option that is open already gets the new values. */
export function addPosition(holding: Holding | undefined, { openOptions = [], ...added }: Holding): Holding {
  const ids = new Set(openOptions.map(({ id }) => id))
  const options = [...(holding?.openOptions ?? []).filter(({ id }) => !ids.has(id)), ...openOptions]
  return { ...holding, ...added, ...(options.length > 0 && { openOptions: options }) }
}
