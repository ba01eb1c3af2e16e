/**
 * Explanations of invalid holdings: separate from reading, like option-problems.ts. The sentences name
 * positions and fields and never repeat values: those belong to the user, and the sentences end up on
 * consoles and in logs.
 */
import {
  holdingFields,
  mostHoldings,
  mostOpenOptions,
  openOptionFields,
  readHolding,
  readOpenOption,
} from './holdings.ts'
import { didYouMean } from './nearest-name.ts'
import { canonicalSymbol } from '#contract/responses/symbols.ts'

const holdingWords: Record<keyof typeof holdingFields, string> = {
  symbol: 'must be a ticker such as AAPL or BRK.B',
  shares: 'must be a whole number of shares, 0 or more',
  costBasis: 'must be a price in dollars per share, above 0',
  openOptions: `must be a list of ${mostOpenOptions} options sold short at most`,
}
const openOptionWords: Record<keyof typeof openOptionFields, string> = {
  id: 'must be the OSI symbol of a listed option such as AAPL270115C00240000',
  quantity: 'must be a whole number of contracts sold short, 1 or more, without a minus',
  price: 'must be what it was sold for in dollars per share, above 0',
}

type Kind = {
  name: string
  fields: Readonly<Record<string, (value: never) => boolean>>
  words: Readonly<Record<string, string>>
  required: readonly string[]
}
const holdingKind: Kind = {
  name: 'a holding',
  fields: holdingFields,
  words: holdingWords,
  required: ['symbol'],
}
const openOptionKind: Kind = {
  name: 'an open option',
  fields: openOptionFields,
  words: openOptionWords,
  required: ['id', 'quantity'],
}

/** Explains why `readHoldings` refuses a list, in one sentence: the first mistake only. */
export function explainHoldings(value: unknown): string {
  if (!Array.isArray(value))
    return `holdings must be a list such as [{ symbol: 'AAPL', shares: 200, costBasis: 180.5 }]`
  if (value.length > mostHoldings)
    return `holdings must have ${mostHoldings} entries at most, and has ${value.length}`
  const at = value.findIndex((one) => !readHolding(one))
  if (at >= 0) return explainHolding(`holdings[${at}]`, value[at])
  const symbols = value.map((one: { symbol: string }) => canonicalSymbol(one.symbol))
  const again = symbols.findIndex((symbol, index) => symbols.indexOf(symbol) < index)
  return `holdings[${again}].symbol is that of holdings[${symbols.indexOf(symbols[again]!)}] already: add its shares up in one entry`
}

function explainHolding(place: string, value: unknown): string {
  const wrong = explainFields(place, value, holdingKind)
  if (wrong !== undefined) return wrong
  const { openOptions } = value as { openOptions: readonly unknown[] }
  const at = openOptions.findIndex((one) => !readOpenOption(one))
  if (at >= 0) return explainFields(`${place}.openOptions[${at}]`, openOptions[at], openOptionKind)!
  const ids = openOptions.map((one) => readOpenOption(one)!.id)
  const again = ids.findIndex((id, index) => ids.indexOf(id) < index)
  return `${place}.openOptions[${again}].id is that of openOptions[${ids.indexOf(ids[again]!)}] already: add its contracts up in one entry`
}

function explainFields(
  place: string,
  value: unknown,
  { name, fields, words, required }: Kind,
): string | undefined {
  if (value === null || typeof value !== 'object') return `${place} must be an object`
  const given = Object.entries(value).filter(([, one]) => one !== undefined && one !== null)
  const names = Object.keys(fields)
  for (const [field, one] of given) {
    if (!Object.hasOwn(fields, field))
      return `${place}.${field.slice(0, 60)} is no field of ${name}${didYouMean(field, names) || `, which has ${names.join(', ')}`}`
    if (!fields[field]!(one as never)) return `${place}.${field} ${words[field]}`
  }
  const missing = required.find((field) => !given.some(([one]) => one === field))
  return missing === undefined ? undefined : `${place}.${missing} is required: it ${words[missing]}`
}
