/**
 * Explains invalid holdings. Separate from the parser, like option-problems.ts. The sentences name
 * positions and fields but never repeat values, which are the user's data: the sentences appear on
 * consoles and in logs.
 */
import {
  holdingFields,
  maxHoldings,
  maxOpenOptions,
  openOptionFields,
  readHolding,
  readOpenOption,
} from './holdings.ts'
import { didYouMean } from './nearest-name.ts'
import { canonicalSymbol } from '#contract/responses/symbols.ts'

const holdingExpectations: Record<keyof typeof holdingFields, string> = {
  symbol: 'must be a ticker such as AAPL or BRK.B',
  shares: 'must be a number of shares, 0 or more',
  costBasis: 'must be a price in dollars per share, above 0',
  openOptions: `must be a list of ${maxOpenOptions} options sold short at most`,
}
const openOptionExpectations: Record<keyof typeof openOptionFields, string> = {
  id: 'must be the OSI symbol of a listed option such as AAPL270115C00240000',
  quantity: 'must be a whole number of contracts sold short, 1 or more, without a minus',
  price: 'must be what it was sold for in dollars per share, above 0',
}

type ObjectKind = {
  name: string
  fields: Readonly<Record<string, (value: never) => boolean>>
  expectations: Readonly<Record<string, string>>
  required: readonly string[]
}
const holdingKind: ObjectKind = {
  name: 'a holding',
  fields: holdingFields,
  expectations: holdingExpectations,
  required: ['symbol'],
}
const openOptionKind: ObjectKind = {
  name: 'an open option',
  fields: openOptionFields,
  expectations: openOptionExpectations,
  required: ['id', 'quantity'],
}

/** Explains why `readHoldings` refuses a list, in one sentence: the first mistake only. */
export function explainHoldings(value: unknown): string {
  if (!Array.isArray(value))
    return `holdings must be a list such as [{ symbol: 'AAPL', shares: 200, costBasis: 180.5 }]`
  if (value.length > maxHoldings)
    return `holdings must have ${maxHoldings} entries at most, and has ${value.length}`
  const invalidIndex = value.findIndex((holding) => !readHolding(holding))
  if (invalidIndex >= 0) return explainHolding(`holdings[${invalidIndex}]`, value[invalidIndex])
  const symbols = value.map((holding: { symbol: string }) => canonicalSymbol(holding.symbol))
  const duplicateIndex = symbols.findIndex((symbol, index) => symbols.indexOf(symbol) < index)
  return `holdings[${duplicateIndex}].symbol is that of holdings[${symbols.indexOf(symbols[duplicateIndex]!)}] already: add its shares up in one entry`
}

function explainHolding(path: string, value: unknown): string {
  const problem = explainFields(path, value, holdingKind)
  if (problem !== undefined) return problem
  const { openOptions } = value as { openOptions: readonly unknown[] }
  const invalidIndex = openOptions.findIndex((option) => !readOpenOption(option))
  if (invalidIndex >= 0)
    return explainFields(`${path}.openOptions[${invalidIndex}]`, openOptions[invalidIndex], openOptionKind)!
  const ids = openOptions.map((option) => readOpenOption(option)!.id)
  const duplicateIndex = ids.findIndex((id, index) => ids.indexOf(id) < index)
  return `${path}.openOptions[${duplicateIndex}].id is that of openOptions[${ids.indexOf(ids[duplicateIndex]!)}] already: add its contracts up in one entry`
}

function explainFields(
  path: string,
  value: unknown,
  { name, fields, expectations, required }: ObjectKind,
): string | undefined {
  if (value === null || typeof value !== 'object') return `${path} must be an object`
  const present = Object.entries(value).filter(
    ([, fieldValue]) => fieldValue !== undefined && fieldValue !== null,
  )
  const names = Object.keys(fields)
  for (const [field, fieldValue] of present) {
    if (!Object.hasOwn(fields, field))
      return `${path}.${field.slice(0, 60)} is no field of ${name}${didYouMean(field, names) || `, which has ${names.join(', ')}`}`
    if (!fields[field]!(fieldValue as never)) return `${path}.${field} ${expectations[field]}`
  }
  const missing = required.find((field) => !present.some(([presentName]) => presentName === field))
  return missing === undefined ? undefined : `${path}.${missing} is required: it ${expectations[missing]}`
}
