/**
 * What is loaded when, and what each split keeps from standing before the first ideas (brotli; `npm run size` has today's).
 *
 * 1. first.ts (0.6 KB) by itself, so that the page hears from its widget at once.
 * 2. main: everything the first ideas need, in one file, English included. Another language's first texts beside it.
 * 3. Once the ideas are on screen, all below at once and in this order on the wire. The chart is first, being the largest
 *    (84 KB) and the last to be shown; then Why (3.6), How (2.3), its trades (7.8) and what stands around the panels (3.3);
 *    the answers about the symbol; the errors' texts. In the strategies widget Why is under a summary (0.7).
 * 4. Then the feed and the memory for a reload (background.ts, 1.8), and with the feed what renews a session (0.3).
 * 5. With a click: dialogs, menus, details, filters. In an app instead of a page: the native bridge (0.8).
 *
 * `bench/sizes.ts` counts 1 and 2 against the budget.
 */
import type { QueryClient } from '@tanstack/react-query'
import type { i18n } from 'i18next'
import { lazy } from 'react'
import { queries } from '#app/api/queries.ts'
import type { Namespace } from '#app/i18n/i18n.ts'
import type { Parts } from '#app/shell/shell.tsx'

const chart = () => import('#app/panels/why/chart/price-chart.tsx')
const trades = () => import('#app/panels/how/grid/trades.tsx')
export const loadBackground = () => import('./background.ts')
export const loadNative = () => import('#app/bridge/native.ts')

export type LoadPlan = {
  /** What the shell shows once the first ideas are on screen. */
  parts: Parts
  /** Asks for everything at once, answers about the symbol included. Whoever shows a part says so where it did not come. */
  loadOthers: (client: QueryClient, symbol: string) => void
}

export function planLoading(texts: i18n): LoadPlan {
  /** A part with its texts, so that it suspends once. */
  const part = async <M,>(load: () => Promise<M>, ...words: Namespace[]): Promise<M> =>
    (await Promise.all([load(), texts.loadNamespaces(words)]))[0]
  const why = () => part(() => import('#app/panels/why/why-panel.tsx'), 'why', 'filters')
  const how = () => part(() => import('#app/panels/how/how-panel.tsx'), 'how', 'ticket')
  const around = () => part(() => import('#app/shell/surroundings.tsx'), 'shell')
  const summary = () => part(() => import('#app/shell/summary/summary.tsx'), 'shell', 'messages')
  return {
    parts: {
      Header: lazy(async () => ({ default: (await around()).Header })),
      DataStatus: lazy(async () => ({ default: (await around()).DataStatus })),
      Overlay: lazy(async () => ({ default: (await around()).Overlay })),
      Summary: lazy(async () => ({ default: (await summary()).Summary })),
      WhyPanel: lazy(async () => ({ default: (await why()).WhyPanel })),
      HowPanel: lazy(async () => ({ default: (await how()).HowPanel })),
    },
    loadOthers(client, symbol) {
      for (const load of [chart, why, how, trades, around]) void load().catch(() => undefined)
      if (symbol) {
        void client.prefetchQuery(queries.why(symbol))
        void client.prefetchQuery(queries.income(symbol))
      }
      // Whatever fails later, a lost connection above all, can then be told.
      void texts.loadNamespaces('errors')
    },
  }
}
