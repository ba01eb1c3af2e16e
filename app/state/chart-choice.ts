/**
 * The user's settings of the price chart, the same for every symbol. Stored in the browser under the widget's origin,
 * like appearance.ts. Read and written here only.
 */
import { averageSessions, type AverageSessions } from '#contract/responses/resources.ts'
import { type AppState, defineState } from './app-state.ts'
import { changeStored, readStored } from './storage/storage.ts'

export type ChartChoice = {
  /** Candles in place of the line of closes. */
  candles: boolean
  volume: boolean
  /** The displayed moving averages, by their number of trading days. */
  averages: readonly AverageSessions[]
  /** Whether the regression bands are shown. */
  trend: boolean
  /** Tables instead of the chart; not stored. */
  asTable: boolean
}

const key = 'chart'
// oxlint-disable-next-line no-restricted-globals -- stored here only
const storage = () => localStorage

/** The stored choice, parsed like any outside data. */
function readChoice(): ChartChoice {
  const { candles, volume, averages, trend } = readStored(storage, key)
  const storedAverages: readonly unknown[] = Array.isArray(averages) ? averages : []
  return {
    candles: candles === true,
    volume: volume !== false,
    averages: averageSessions.filter((sessions) => storedAverages.includes(sessions)),
    trend: trend === true,
    asTable: false,
  }
}

/** Null before the first use: storage is not read before there is a chart. */
const useChoice = defineState<{ choice: ChartChoice | null }>({ choice: null })

const current = (app: AppState): ChartChoice => {
  const store = useChoice.of(app)
  const { choice } = store.getState()
  if (choice) return choice
  const stored = readChoice()
  store.setState({ choice: stored })
  return stored
}

/** The settings of this app's user. */
export const useChartChoice = (app: AppState): ChartChoice =>
  useChoice(({ choice }) => choice) ?? current(app)

/** Changes the settings and stores them for later frames. */
export function chooseChart(app: AppState, change: Partial<ChartChoice>): void {
  const choice = { ...current(app), ...change }
  useChoice.of(app).setState({ choice })
  const { candles, volume, averages, trend } = choice
  changeStored(storage, (entries) =>
    entries.setItem(key, JSON.stringify({ candles, volume, averages, trend })),
  )
}
