/**
 * The user's view: which data is displayed, and its appearance. Lost when the frame is unloaded,
 * except for colours, density and language (appearance.ts) and, after a reload, symbol, sentiment
 * and tab (stored-view.ts).
 */
import type { Sentiment } from '#contract/responses/lists/ideas.ts'
import type { BestIncomeOrder } from '#contract/responses/lists/best-income-orders.ts'
import type { LegType, RiskProfile, Timeframe } from '#contract/responses/income.ts'
import type { HistoryRange } from '#contract/responses/resources.ts'
import { type AppState, defineState } from './app-state.ts'
import type { Appearance } from './appearance.ts'
import { rememberAppearance } from './remember-appearance.ts'

export const tabs = ['what', 'why', 'how'] as const
export type Tab = (typeof tabs)[number]
/** The lists of the What panel: the scan's ideas, its best income trades, the user's holdings. */
export type ListName = 'ideas' | 'income' | 'holdings'
export type MarketCap = 'mega' | 'large' | 'mid' | 'small'
export type IdeaFilters = {
  direction: 'all' | 'Bullish' | 'Bearish'
  /** '' = no filter, as in the fields below. */
  sector: string
  marketCap: MarketCap | ''
  liquidity: 1 | 2 | 3 | ''
  /** Code of a rule that the idea must match. */
  rule: string
  text: string
  /** Price of the stock, dollars. */
  minPrice: number | ''
  maxPrice: number | ''
  /** Minimum annualised return of the best trade, decimal. */
  minYield: number | ''
  /** Minimum implied volatility rank. */
  minIvRank: number | ''
  /** Omits ideas with known earnings before the best trade expires. */
  noEarnings: boolean
}
/**
 * How the best income trades are screened, besides the filters that they share with the ideas; absent = no filter.
 * Names and units as in the query of the look-up (contract/responses/lists/best-income.ts).
 */
export type Screen = {
  readonly sort?: BestIncomeOrder | undefined
  readonly order?: 'asc' | 'desc' | undefined
  readonly trend?: Sentiment | undefined
  readonly noDividend?: true | undefined
} & { readonly [N in ScreenAmount]?: number | undefined }
export type ScreenAmount =
  | 'maxCash'
  | 'minProbability'
  | 'maxDelta'
  | 'minDays'
  | 'maxDays'
  | 'maxSpread'
  | 'minOpenInterest'
  | 'minIvPercentile'
export type IdeaColumn =
  | 'symbol'
  | 'price'
  | 'strength'
  | 'technicalRank'
  | 'impliedVolatilityRank'
  | DeferredColumn
  | 'liquidityRank'
  | 'sentiment'
/**
 * Columns whose figures are not in the first response: the best trade's annualised return, 30-day volatility, days to
 * earnings and days since the signal.
 */
export type DeferredColumn = 'yield' | 'impliedVolatility' | 'daysToEarnings' | 'signalAge'
export type IdeaSort = { column: IdeaColumn; descending: boolean }
/** The user's position in a symbol: shares, and cost per share. Names as in the income look-up. */
export type Position = {
  stockQuantity?: number | undefined
  costBasis?: number | undefined
}
/** What the income look-up sizes trades by: the position in the symbol, and dollars for puts. */
export type PositionAndCash = Position & { cash?: number | undefined }

/** A contract in the comparison: the ticker of its underlying, and its OSI symbol as `id`. */
export type Pin = { symbol: string; id: string }

/**
 * Origin of the displayed symbol:
 *
 * - `user`: the user has selected it
 * - `command`: the page's SET_SYMBOL command
 * - `options`: the page's options
 * - `scan`: the first result of the scan, because neither page nor user has selected a symbol
 * - `restored`: the symbol from before a reload of the frame
 * - `state`: the page's option `state`
 */
export type SymbolOrigin = 'user' | 'command' | 'scan' | 'options' | 'restored' | 'state'

export type View = {
  /** Displayed symbol; '' before one is chosen. */
  symbol: string
  symbolOrigin: SymbolOrigin
  /** The sentiment that the user or the page sets for the symbol; null = the service's. */
  sentimentOverride: Sentiment | null
  leg: LegType
  /** The chosen row of the grid; null = not chosen. Without a row and a column the best cell opens (choices/cells.ts). */
  timeframe: Timeframe | null
  /** The chosen column of the grid; null = not chosen. */
  riskProfile: RiskProfile | null
  /** OSI symbol of the contract that the user has chosen; null = the first one of the chosen cell (chosen-contract.ts). */
  contract: string | null
  /** The contracts that How lists: the nine of the grid, or the chain of all listed contracts. */
  howView: 'grid' | 'chain'
  positions: Readonly<Record<string, Position>>
  /** Dollars that the user has for puts, of any symbol; absent before they are entered. */
  cash?: number | undefined
  /** The contracts in the comparison, of any symbols; at most `maxCompared`. */
  compare: readonly Pin[]
  range: HistoryRange
  tab: Tab
  list: ListName
  /** The displayed leg of the best income trades; '' = both. */
  incomeLeg: LegType | ''
  screen: Screen
  /** Shows the strip of earnings and dividends above the ideas. */
  calendar: boolean
  filters: IdeaFilters
  sort: IdeaSort
} & Appearance

export const noFilters: IdeaFilters = {
  direction: 'all',
  sector: '',
  marketCap: '',
  liquidity: '',
  rule: '',
  text: '',
  minPrice: '',
  maxPrice: '',
  minYield: '',
  minIvRank: '',
  noEarnings: false,
}
/** The strongest first. */
export const defaultSort: IdeaSort = { column: 'strength', descending: true }

export const initialView: View = {
  symbol: '',
  symbolOrigin: 'options',
  sentimentOverride: null,
  leg: 'call',
  timeframe: null,
  riskProfile: null,
  contract: null,
  howView: 'grid',
  positions: {},
  compare: [],
  range: '6M',
  tab: 'what',
  list: 'ideas',
  incomeLeg: '',
  screen: {},
  calendar: false,
  filters: noFilters,
  sort: defaultSort,
  locale: null,
  colorConvention: 'green-up',
  colorVision: 'default',
  density: 'comfortable',
}

export const useView = defineState<View>(initialView)

/** Returns what the trades of a symbol are sized by. */
export function usePositionAndCash(symbol: string): PositionAndCash {
  const position = useView((view) => view.positions[symbol])
  const cash = useView((view) => view.cash)
  return { stockQuantity: position?.stockQuantity, costBasis: position?.costBasis, cash }
}

/**
 * Displays a symbol. `sentiment` overrides the service's sentiment; without it another symbol
 * starts with the service's. Selecting the displayed symbol without a sentiment changes nothing.
 */
export function selectSymbol(
  app: AppState,
  symbol: string,
  { origin, sentiment }: { origin: SymbolOrigin; sentiment?: Sentiment | undefined },
): void {
  const view = useView.of(app)
  if (symbol !== view.getState().symbol)
    view.setState({
      symbol,
      symbolOrigin: origin,
      contract: null,
      ...sentimentChange(view.getState(), sentiment ?? null),
    })
  else if (sentiment) overrideSentiment(app, sentiment)
}
export const overrideSentiment = (app: AppState, sentiment: Sentiment | null): void =>
  useView.of(app).setState((view) => sentimentChange(view, sentiment))

/**
 * The column with the lowest strikes, by strategy. For calls these strikes are nearest to the stock
 * price and have the highest premium, which protects most against a falling price. For puts they
 * are furthest below the stock price.
 */
export const lowerStrikes = { call: 'aggressive', put: 'conservative' } as const satisfies Record<
  LegType,
  RiskProfile
>

/**
 * Returns the changes of the view for a new sentiment override. Bullish selects the short put; any
 * other sentiment selects the covered call, and bearish also its column with the lowest strikes.
 * The next change resets that column, unless the user has selected another one. The service's
 * sentiment never changes the selection.
 */
function sentimentChange(view: View, sentimentOverride: Sentiment | null): Partial<View> {
  const hasBearishColumn = view.sentimentOverride === 'Bearish' && view.riskProfile === lowerStrikes[view.leg]
  return {
    sentimentOverride,
    ...(hasBearishColumn && { riskProfile: initialView.riskProfile }),
    ...(sentimentOverride && {
      leg: sentimentOverride === 'Bullish' ? 'put' : 'call',
      contract: null,
      ...(sentimentOverride === 'Bearish' && { riskProfile: lowerStrikes.call }),
    }),
  }
}
export const setTab = (app: AppState, tab: Tab): void => useView.of(app).setState({ tab })

export const setSort = (app: AppState, sort: IdeaSort): void => useView.of(app).setState({ sort })

/**
 * Sets appearance and language without storing them, for values that come from the page's options.
 */
export const setAppearance = (app: AppState, change: Partial<Appearance>): void =>
  useView.of(app).setState(change)
/**
 * Sets and stores the user's choice, which takes precedence over the page's options, also in frames
 * that start later.
 */
export function chooseAppearance(app: AppState, change: Partial<Appearance>): void {
  setAppearance(app, change)
  rememberAppearance(change)
}
