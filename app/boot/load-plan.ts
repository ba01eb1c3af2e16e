/**
 * What is asked for once the first ideas are on screen, in this order on the wire: the chart first, which is the
 * largest and the last to be shown. Nothing here is asked for earlier (bench/sizes.ts counts what is).
 */
import type { QueryClient } from '@tanstack/react-query'
import { queries } from '#app/api/queries.ts'
import { loadTexts } from '#app/i18n/i18n.ts'

const chart = () => import('#app/panels/why/chart/price-chart.tsx')
const trades = () => import('#app/panels/how/grid/trades.tsx')

/** The parts with their texts. */
export const parts = {
  why: async () =>
    (await Promise.all([import('#app/panels/why/why-panel.tsx'), loadTexts('why', 'filters')]))[0],
  how: async () =>
    (await Promise.all([import('#app/panels/how/how-panel.tsx'), loadTexts('how', 'ticket')]))[0],
  header: async () => (await Promise.all([import('#app/shell/header/header.tsx'), loadTexts('shell')]))[0],
  overlay: async () => (await Promise.all([import('#app/shell/banners/overlay.tsx'), loadTexts('shell')]))[0],
  status: async () =>
    (await Promise.all([import('#app/shell/header/data-status.tsx'), loadTexts('shell')]))[0],
  summary: async () =>
    (await Promise.all([import('#app/shell/summary/summary.tsx'), loadTexts('shell', 'messages')]))[0],
} as const

/** Asks for everything at once, answers about the symbol included. Whoever shows a part says so where it did not come. */
export function loadOthers(client: QueryClient, symbol: string): void {
  for (const load of [chart, parts.why, parts.how, trades, parts.header, parts.overlay])
    void load().catch(() => undefined)
  if (symbol) {
    void client.prefetchQuery(queries.why(symbol))
    void client.prefetchQuery(queries.income(symbol))
  }
  // Whatever fails later, a lost connection above all, can then be told.
  void loadTexts('errors')
}
