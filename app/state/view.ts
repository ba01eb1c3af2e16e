/** Chosen: what the user looks at and how. Lives as long as the frame; nothing is stored in the browser. */
import { create } from 'zustand'
import type { Sentiment } from '#contract/ideas.ts'
import type { HistoryRange, LegType, RiskProfile, Timeframe } from '#contract/resources.ts'

export type Tab = 'what' | 'why' | 'how'
export type MarketCap = 'mega' | 'large' | 'mid' | 'small'
export type IdeaFilters = {
  direction: 'all' | 'Bullish' | 'Bearish'
  /** '' = any, here and below. */
  sector: string
  marketCap: MarketCap | ''
  liquidity: 1 | 2 | 3 | ''
  /** Code of a rule. */
  rule: string
  text: string
}
export type IdeaColumn =
  | 'symbol'
  | 'price'
  | 'technicalRank'
  | 'impliedVolatilityRank'
  | 'liquidityRank'
  | 'sentiment'
/** `column` null is the default: strongest first. */
export type IdeaSort = { column: IdeaColumn | null; descending: boolean }
/** What the user says to hold: shares, and dollars paid per share. */
export type Holding = { shares: number | null; costBasis: number | null }

export type View = {
  /** Displayed symbol; '' before one is chosen. */
  symbol: string
  /** The user's own direction for the symbol; null = the service's. */
  sentimentOverride: Sentiment | null
  leg: LegType
  timeframe: Timeframe
  riskProfile: RiskProfile
  positions: Readonly<Record<string, Holding>>
  /** Contract ids being compared, three at most. */
  compare: readonly string[]
  range: HistoryRange
  tab: Tab
  filters: IdeaFilters
  sort: IdeaSort
  colorConvention: 'green-up' | 'red-up'
  colorVision: 'default' | 'safe'
  density: 'comfortable' | 'compact'
}

export const noFilters: IdeaFilters = {
  direction: 'all',
  sector: '',
  marketCap: '',
  liquidity: '',
  rule: '',
  text: '',
}
export const defaultSort: IdeaSort = { column: null, descending: true }

export const initialView: View = {
  symbol: '',
  sentimentOverride: null,
  leg: 'call',
  timeframe: 'medium',
  riskProfile: 'optimal',
  positions: {},
  compare: [],
  range: '6M',
  tab: 'what',
  filters: noFilters,
  sort: defaultSort,
  colorConvention: 'green-up',
  colorVision: 'default',
  density: 'comfortable',
}

export const useView = create<View>()(() => initialView)
const set = useView.setState

/** Shows another symbol. A direction that comes along overrides the service's; without one the override is dropped. */
export function selectSymbol(symbol: string, sentiment?: Sentiment): void {
  const sentimentOverride = sentiment ?? null
  if (symbol === useView.getState().symbol) set({ sentimentOverride, ...seed(sentimentOverride) })
  else set({ symbol, sentimentOverride, compare: [], ...seed(sentimentOverride) })
}
export const overrideSentiment = (sentimentOverride: Sentiment | null): void =>
  set({ sentimentOverride, ...seed(sentimentOverride) })

/**
 * The strategy that goes with a direction of the user's own: who is bullish is paid for waiting to buy (short put), anyone
 * else is paid for shares already held (covered call). The service's view never changes the choice under the user's hand.
 */
const seed = (sentiment: Sentiment | null): Partial<View> =>
  sentiment ? { leg: sentiment === 'Bullish' ? 'put' : 'call' } : {}
export const setTab = (tab: Tab): void => set({ tab })
export const setLeg = (leg: LegType): void => set({ leg })
export const setTimeframe = (timeframe: Timeframe): void => set({ timeframe })
export const setRiskProfile = (riskProfile: RiskProfile): void => set({ riskProfile })
export const setRange = (range: HistoryRange): void => set({ range })
export const setHolding = (symbol: string, holding: Holding): void =>
  set(({ positions }) => ({ positions: { ...positions, [symbol]: holding } }))

export const maxCompared = 3
/** Adds a contract to the comparison or takes it out; a fourth is not added. */
export const toggleCompare = (id: string): void =>
  set(({ compare }) => ({
    compare: compare.includes(id)
      ? compare.filter((one) => one !== id)
      : compare.length < maxCompared
        ? [...compare, id]
        : compare,
  }))
export const clearCompare = (): void => set({ compare: [] })

export const setFilters = (change: Partial<IdeaFilters>): void =>
  set(({ filters }) => ({ filters: { ...filters, ...change } }))
export const clearFilters = (): void => set({ filters: noFilters })
export const setSort = (sort: IdeaSort): void => set({ sort })
export const setAppearance = (
  change: Partial<Pick<View, 'colorConvention' | 'colorVision' | 'density'>>,
): void => set(change)
