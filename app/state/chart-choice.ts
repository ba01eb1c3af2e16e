/**
 * How the reader wants the price chart, the same for every symbol: kept in the browser, under the widget's own address, as
 * the looks are. Read and written here only.
 */
import { averageSessions, type AverageSessions } from '#contract/responses/resources.ts'
import { type AppState, defineState } from './app-state.ts'
import { changeStored, readStored } from './storage/storage.ts'

export type ChartChoice = {
  /** Candles in place of the line of closes. */
  candles: boolean
  volume: boolean
  /** The moving averages that are shown, by their trading days. */
  averages: readonly AverageSessions[]
  /** Whether the regression bands are shown. */
  trend: boolean
  /** Tables in place of the chart: of this frame only. */
  asTable: boolean
}

const key = 'chart'
// oxlint-disable-next-line no-restricted-globals -- only where it is allowed
const storage = () => localStorage

/** The stored choice, parsed like any outside data. */
function remembered(): ChartChoice {
  const { candles, volume, averages, trend } = readStored(storage, key)
  const kept: readonly unknown[] = Array.isArray(averages) ? averages : []
  return {
    candles: candles === true,
    volume: volume !== false,
    averages: averageSessions.filter((one) => kept.includes(one)),
    trend: trend === true,
    asTable: false,
  }
}

/** Null before the first use: nothing is read before there is a chart. */
const useChosen = defineState<{ choice: ChartChoice | null }>({ choice: null })

const current = (app: AppState): ChartChoice => {
  const store = useChosen.of(app)
  const { choice } = store.getState()
  if (choice) return choice
  const kept = remembered()
  store.setState({ choice: kept })
  return kept
}

/** How the reader of this app wants it. */
export const useChartChoice = (app: AppState): ChartChoice =>
  useChosen(({ choice }) => choice) ?? current(app)

/** The reader's own: from now on, in later frames too. */
export function chooseChart(app: AppState, change: Partial<ChartChoice>): void {
  const choice = { ...current(app), ...change }
  useChosen.of(app).setState({ choice })
  const { candles, volume, averages, trend } = choice
  changeStored(storage, (entries) =>
    entries.setItem(key, JSON.stringify({ candles, volume, averages, trend })),
  )
}
