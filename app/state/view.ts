/**
 * The user's view: what is displayed and how. Kept as long as the frame. appearance.ts stores colours, density and
 * language; session-memory.ts keeps the symbol and the tab through a reload.
 */
import type { Sentiment } from '#contract/responses/ideas.ts'
import type { LegType, RiskProfile, Timeframe } from '#contract/responses/income.ts'
import type { HistoryRange } from '#contract/responses/resources.ts'
import { type AppState, defineState } from './app-state.ts'
import { type Appearance, rememberAppearance } from './appearance.ts'

export const tabs = ['what', 'why', 'how'] as const
export type Tab = (typeof tabs)[number]
/** The lists of the first panel: the scan's ideas, its best income trades, the user's holdings. */
export type ListName = 'ideas' | 'income' | 'holdings'
export type MarketCap = 'mega' | 'large' | 'mid' | 'small'
export type IdeaFilters = {
  direction: 'all' | 'Bullish' | 'Bearish'
  /** '' = any; also for the filters below. */
  sector: string
  marketCap: MarketCap | ''
  liquidity: 1 | 2 | 3 | ''
  /** Code of a rule. */
  rule: string
  text: string
  /** Price of the stock, dollars. */
  minPrice: number | ''
  maxPrice: number | ''
  /** Minimum annualised return of the best trade, decimal. */
  minYield: number | ''
  /** Minimum implied volatility rank. */
  minIvRank: number | ''
  /** Only ideas without earnings before the best trade expires, as far as known. */
  noEarnings: boolean
}
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
/** The user's position as parameters of the income look-up: shares, cost per share, cash for puts. */
export type Holding = {
  stockQuantity?: number | undefined
  costBasis?: number | undefined
  cash?: number | undefined
}

/** A contract in the comparison: its ticker, and its OSI symbol as `id`. */
export type Pin = { symbol: string; id: string }

/**
 * Origin of the symbol: the user; a command of the page; the scan, if none was given; the page's options; or
 * restored after a reload.
 */
export type SymbolOrigin = 'user' | 'command' | 'scan' | 'options' | 'restored'

export type View = {
  /** Displayed symbol; '' before one is chosen. */
  symbol: string
  /** Origin of the symbol. */
  symbolBy: SymbolOrigin
  /** The user's direction for the symbol; null = the service's. */
  sentimentOverride: Sentiment | null
  leg: LegType
  timeframe: Timeframe
  riskProfile: RiskProfile
  /** OSI symbol of a selected contract outside of the grid; null = the selected cell's contract. */
  contract: string | null
  /** Contracts in How: the grid of nine, or the chain of all listed. */
  howView: 'grid' | 'chain'
  positions: Readonly<Record<string, Holding>>
  /** Contracts being compared, of any symbols, four at most. */
  compare: readonly Pin[]
  range: HistoryRange
  tab: Tab
  list: ListName
  /** Which side of the best income trades is shown; '' = both. */
  incomeLeg: LegType | ''
  /** The strip of earnings and dividends above the ideas is open. */
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
  symbolBy: 'options',
  sentimentOverride: null,
  leg: 'call',
  timeframe: 'medium',
  riskProfile: 'optimal',
  contract: null,
  howView: 'grid',
  positions: {},
  compare: [],
  range: '6M',
  tab: 'what',
  list: 'ideas',
  incomeLeg: '',
  calendar: false,
  filters: noFilters,
  sort: defaultSort,
  locale: null,
  colorConvention: 'green-up',
  colorVision: 'default',
  density: 'comfortable',
}

export const useView = defineState<View>(initialView)

/**
 * Displays a symbol. `sentiment` overrides the service's direction; without it the previous symbol's override is
 * dropped. Selecting the displayed symbol without a direction changes nothing.
 */
export function selectSymbol(
  app: AppState,
  symbol: string,
  { by, sentiment }: { by: SymbolOrigin; sentiment?: Sentiment | undefined },
): void {
  const view = useView.of(app)
  if (symbol !== view.getState().symbol)
    view.setState({ symbol, symbolBy: by, contract: null, ...seed(view.getState(), sentiment ?? null) })
  else if (sentiment) overrideSentiment(app, sentiment)
}
export const overrideSentiment = (app: AppState, sentiment: Sentiment | null): void =>
  useView.of(app).setState((view) => seed(view, sentiment))

/**
 * The column of each strategy with the lowest strikes. A call's are nearest to the price: they have the highest
 * premium, which protects most against a falling price. A put's are furthest below the price.
 */
export const lowerStrikes = { call: 'aggressive', put: 'conservative' } as const satisfies Record<
  LegType,
  RiskProfile
>

/**
 * Effects of the user's own direction: bullish selects the short put, other directions the covered call,
 * bearish with lower strikes. A later change of direction resets the selection, unless the user has made
 * another. The service's view never changes the selection.
 */
function seed(view: View, sentimentOverride: Sentiment | null): Partial<View> {
  const wasLowered = view.sentimentOverride === 'Bearish' && view.riskProfile === lowerStrikes[view.leg]
  return {
    sentimentOverride,
    ...(wasLowered && { riskProfile: initialView.riskProfile }),
    ...(sentimentOverride && {
      leg: sentimentOverride === 'Bullish' ? 'put' : 'call',
      contract: null,
      ...(sentimentOverride === 'Bearish' && { riskProfile: lowerStrikes.call }),
    }),
  }
}
export const setTab = (app: AppState, tab: Tab): void => useView.of(app).setState({ tab })

export const setList = (app: AppState, list: ListName): void => useView.of(app).setState({ list })
export const setIncomeLeg = (app: AppState, incomeLeg: LegType | ''): void =>
  useView.of(app).setState({ incomeLeg })
export const setCalendar = (app: AppState, calendar: boolean): void => useView.of(app).setState({ calendar })

export const setFilters = (app: AppState, change: Partial<IdeaFilters>): void =>
  useView.of(app).setState(({ filters }) => ({ filters: { ...filters, ...change } }))
export const clearFilters = (app: AppState): void => useView.of(app).setState({ filters: noFilters })
export const setSort = (app: AppState, sort: IdeaSort): void => useView.of(app).setState({ sort })

/** Sets appearance and language without storing them. */
export const setAppearance = (app: AppState, change: Partial<Appearance>): void =>
  useView.of(app).setState(change)
/** Sets and stores the user's choice, which then takes precedence over page options, also in later frames. */
export function chooseAppearance(app: AppState, change: Partial<Appearance>): void {
  setAppearance(app, change)
  rememberAppearance(change)
}
