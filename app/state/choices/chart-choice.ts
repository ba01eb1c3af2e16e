/**
 * The user's settings of the price chart, the same for every symbol. Stored in `localStorage` of
 * the widget's origin, as in appearance.ts. Only this module accesses the entry.
 */
import { averageSessions, type AverageSessions } from '#contract/responses/resources.ts'
import { type AppState, defineState } from '#app/state/app-state.ts'
import { changeStored } from '#app/state/storage/change-stored.ts'
import { readStored } from '#app/state/storage/storage.ts'

export type ChartChoice = {
  /** Draws candles instead of the line of closing prices. */
  candles: boolean
  /** Draws the volume bars. */
  volume: boolean
  /** The displayed moving averages, each named by its number of trading days. */
  averages: readonly AverageSessions[]
  /** Whether the regression bands are shown. */
  trend: boolean
  /** Shows tables instead of the chart; not stored. */
  asTable: boolean
}

const key = 'chart'
// oxlint-disable-next-line no-restricted-globals -- stored here only
const storage = () => localStorage

/** Returns the stored choice. Invalid fields have their defaults. */
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

/** Null until first used: storage is not read before a chart is shown. */
const useChoice = defineState<{ choice: ChartChoice | null }>({ choice: null })

const currentChoice = (app: AppState): ChartChoice => {
  const store = useChoice.of(app)
  const { choice } = store.getState()
  if (choice) return choice
  const stored = readChoice()
  store.setState({ choice: stored })
  return stored
}

/** Returns the chart settings. The first use reads them from storage. */
export const useChartChoice = (app: AppState): ChartChoice =>
  useChoice(({ choice }) => choice) ?? currentChoice(app)

/** Changes the settings, and stores them for frames that start later. */
export function chooseChart(app: AppState, change: Partial<ChartChoice>): void {
  const choice = { ...currentChoice(app), ...change }
  useChoice.of(app).setState({ choice })
  const { candles, volume, averages, trend } = choice
  changeStored(storage, (entries) =>
    entries.setItem(key, JSON.stringify({ candles, volume, averages, trend })),
  )
}
