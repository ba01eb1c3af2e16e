/**
 * The part of the view that a page can save and open again, as text (contract/bridge/state-text.ts). It says what
 * is displayed, and nothing about the user: no positions, no appearance, no language.
 *
 * The body has the fields below, separated by `_`, without the empty ones at its end. A field with its initial value
 * is empty. The order of lists and fields must not change within a version; both may grow at their end.
 */
import { maxBodyLength, sealState, unsealState } from '#contract/bridge/state-text.ts'
import { bestIncomeOrders } from '#contract/responses/lists/best-income-orders.ts'
import { isOsi } from '#contract/responses/osi.ts'
import { symbolPattern } from '#contract/responses/symbols.ts'
import { maxCompared } from '../choices/trade-choice.ts'
import {
  type IdeaFilters,
  initialView,
  noFilters,
  type Pin,
  type Screen,
  type ScreenAmount,
  type View,
} from '../view.ts'
import { escapeText, shortId, shortSymbol, unescapeText, wholeId, wholeSymbol } from './field-text.ts'

/** The fields of the view in a text. */
export type SharedView = Pick<
  View,
  | 'symbol'
  | 'sentimentOverride'
  | 'leg'
  | 'timeframe'
  | 'riskProfile'
  | 'contract'
  | 'howView'
  | 'compare'
  | 'range'
  | 'tab'
  | 'list'
  | 'incomeLeg'
  | 'screen'
  | 'calendar'
  | 'filters'
  | 'sort'
>

/** Maximum length of the filter texts that may be read. */
const maxFilterLength = 60

/** Values of a field of which one is chosen. The first is the initial value. */
const lists = {
  sentimentOverride: [null, 'Bullish', 'Bearish', 'Neutral'],
  leg: ['call', 'put'],
  timeframe: [null, 'short', 'long', 'medium'],
  riskProfile: [null, 'conservative', 'aggressive', 'optimal'],
  howView: ['grid', 'chain'],
  range: ['6M', '1M', '3M', '1Y', '2Y'],
  tab: ['what', 'why', 'how'],
  list: ['ideas', 'income', 'holdings'],
  incomeLeg: ['', 'call', 'put'],
  calendar: [false, true],
} as const satisfies { [N in keyof SharedView]?: readonly SharedView[N][] }

const filterLists = {
  direction: ['all', 'Bullish', 'Bearish'],
  marketCap: ['', 'mega', 'large', 'mid', 'small'],
  liquidity: ['', 1, 2, 3],
  noEarnings: [false, true],
} as const satisfies { [N in keyof IdeaFilters]?: readonly IdeaFilters[N][] }

const sortLists = {
  column: [
    'strength',
    'symbol',
    'price',
    'technicalRank',
    'impliedVolatilityRank',
    'yield',
    'impliedVolatility',
    'daysToEarnings',
    'signalAge',
    'liquidityRank',
    'sentiment',
  ],
  descending: [true, false],
} as const satisfies { [N in keyof View['sort']]: readonly View['sort'][N][] }

const screenLists = {
  sort: [undefined, ...bestIncomeOrders],
  order: [undefined, 'asc', 'desc'],
  trend: [undefined, 'Bullish', 'Bearish', 'Neutral'],
  noDividend: [undefined, true],
} as const satisfies { [N in keyof Screen]?: readonly Screen[N][] }
const screenAmounts = [
  'maxCash',
  'minProbability',
  'maxDelta',
  'minDays',
  'maxDays',
  'maxSpread',
  'minOpenInterest',
  'minIvPercentile',
] as const satisfies readonly ScreenAmount[]

const amountNames = ['minPrice', 'maxPrice', 'minYield', 'minIvRank'] as const
const textNames = ['rule', 'sector', 'text'] as const

type Lists = Readonly<Record<string, readonly unknown[]>>
type ChosenBy<L extends Lists> = { -readonly [N in keyof L]: L[N][number] }

/** One base-36 digit for each list: the index of the chosen value. */
const digitsOf = (choices: Lists, values: Readonly<Record<string, unknown>>): string =>
  Object.entries(choices)
    .map(([name, list]) => list.indexOf(values[name]).toString(36))
    .join('')

/** Returns the chosen values. A missing digit is 0; a digit without a value throws. */
function chosenBy<L extends Lists>(choices: L, digits: string): ChosenBy<L> {
  const entries = Object.entries(choices).map(([name, list], position) => {
    const index = parseInt(digits[position] ?? '0', 36)
    if (!(index < list.length)) throw new RangeError(name)
    return [name, list[index]]
  })
  return Object.fromEntries(entries) as ChosenBy<L>
}

const withoutZeros = (digits: string): string => digits.replace(/0+$/, '')

const amountOf = (field = ''): number | '' => (field === '' ? '' : Number(unescapeText(field)))

/** Returns the body of a view: its fields in their order. */
function bodyOf(view: SharedView): string {
  const { symbol, contract, compare, filters, sort, screen } = view
  const fields = [
    shortSymbol(symbol),
    withoutZeros(digitsOf(lists, view) + digitsOf(filterLists, filters) + digitsOf(sortLists, sort)),
    contract === null ? '' : shortId(contract, symbol),
    compare.map((pin) => `${shortSymbol(pin.symbol)}-${shortId(pin.id, pin.symbol)}`).join('.'),
    ...amountNames.map((name) => escapeText(String(filters[name]))),
    ...textNames.map((name) => escapeText(filters[name])),
    withoutZeros(digitsOf(screenLists, screen)),
    ...screenAmounts.map((name) => escapeText(String(screen[name] ?? ''))),
  ]
  return fields.join('_').replace(/_+$/, '')
}

/**
 * Returns the text of a view, at most 512 characters. If a view needs more, it is written without the text that the
 * user has typed as a filter, and then without the compared contracts, the filters and the screen.
 */
export function writeState(view: SharedView): string {
  const withoutText = { ...view, filters: { ...view.filters, text: '' } }
  const bodies = [view, withoutText, { ...view, compare: [], filters: noFilters, screen: {} }].map(bodyOf)
  return sealState(bodies.find((body) => body.length <= maxBodyLength)!)
}

/** Parses a text; undefined if it is damaged, of another version, or not as `writeState` writes it. */
export function readState(text: unknown): SharedView | undefined {
  const body = unsealState(text)
  if (body === undefined) return undefined
  try {
    const view = viewOf(body.split('_'))
    // A checksum can be computed by anyone: only the text that the view itself would get is accepted.
    return view && writeState(view) === text ? view : undefined
  } catch {
    return undefined
  }
}

function viewOf(fields: readonly string[]): SharedView | undefined {
  const [symbolField = '', digits = '', contractField = '', compareField = '', ...filterFields] = fields
  const symbol = wholeSymbol(symbolField)
  const filterStart = Object.keys(lists).length
  const sortStart = filterStart + Object.keys(filterLists).length
  const contract = contractField && wholeId(contractField, symbol)
  const compare = compareField === '' ? [] : compareField.split('.').map(pinOf)
  const filters = {
    ...noFilters,
    ...chosenBy(filterLists, digits.slice(filterStart, sortStart)),
    ...Object.fromEntries(amountNames.map((name, index) => [name, amountOf(filterFields[index])])),
    ...Object.fromEntries(
      textNames.map((name, index) => [name, unescapeText(filterFields[amountNames.length + index] ?? '')]),
    ),
  }
  const view: SharedView = {
    ...chosenBy(lists, digits),
    symbol,
    contract: contract || null,
    compare,
    filters,
    sort: chosenBy(sortLists, digits.slice(sortStart)),
    screen: screenOf(filterFields.slice(amountNames.length + textNames.length)),
  }
  return isValid(view) ? view : undefined
}

/** Returns the screen, without the values that are not set. */
function screenOf([digits = '', ...amounts]: readonly string[]): Screen {
  const chosen = Object.entries(chosenBy(screenLists, digits)).filter(([, value]) => value !== undefined)
  const entered = screenAmounts
    .map((name, index) => [name, amountOf(amounts[index])] as const)
    .filter(([, amount]) => amount !== '')
  return Object.fromEntries([...chosen, ...entered])
}

function pinOf(field: string): Pin {
  const [symbolField = '', idField = ''] = field.split('-')
  const symbol = wholeSymbol(symbolField)
  return { symbol, id: wholeId(idField, symbol) }
}

/** Checks the fields that are not chosen from a list. */
function isValid({ symbol, contract, compare, filters, screen }: SharedView): boolean {
  return (
    (symbol === '' || symbolPattern.test(symbol)) &&
    (contract === null || isOsi(contract)) &&
    compare.length <= maxCompared &&
    compare.every((pin) => symbolPattern.test(pin.symbol) && isOsi(pin.id)) &&
    amountNames.every(
      (name) => filters[name] === '' || (Number.isFinite(filters[name]) && filters[name] >= 0),
    ) &&
    screenAmounts.every((name) => (screen[name] ?? 0) >= 0 && Number.isFinite(screen[name] ?? 0)) &&
    textNames.every((name) => filters[name].length <= maxFilterLength)
  )
}

/** Whether the list of the What panel is displayed as every user first sees it. */
export const hasInitialList = ({ list, calendar, filters, sort, screen }: SharedView): boolean =>
  list === initialView.list &&
  Object.values(screen).every((value) => value === undefined) &&
  calendar === initialView.calendar &&
  digitsOf(sortLists, sort) === digitsOf(sortLists, initialView.sort) &&
  Object.entries(noFilters).every(([name, value]) => filters[name as keyof IdeaFilters] === value)
