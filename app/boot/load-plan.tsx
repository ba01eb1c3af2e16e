/**
 * How the files of the plan (load-steps.ts) are asked for. The document names `first` and `main`. `hintOthers` has the
 * others fetched while the ideas are on the line; `loadOthers` runs them once the ideas are on screen. What a click
 * brings, and a language's texts beyond English, is asked for by whoever shows it.
 */
import type { i18n } from 'i18next'
import { lazy } from 'react'
import type { Namespace } from '#app/i18n/i18n.ts'
import type { Parts } from '#app/shell/shell.tsx'

/**
 * Has the browser fetch the files that come after the ideas, and run none of them: from now on the document's links to
 * them mean something. Not before the app's own code is here, which they would compete with.
 */
export function hintOthers(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=later]')) link.rel = 'modulepreload'
}

const chart = () => import('#app/panels/why/chart/price-chart.tsx')
const trades = () => import('#app/panels/how/grid/trades.tsx')
export const loadBackground = () => import('./background.ts')

export type LoadPlan = {
  /** What the shell shows once the first ideas are on screen. */
  parts: Parts
  /** Asks for everything at once. Whoever shows a part says so where it did not come. */
  loadOthers: () => void
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
    loadOthers() {
      for (const load of [chart, why, how, trades, around]) void load().catch(() => undefined)
      // Whatever fails later, a lost connection above all, can then be told.
      void texts.loadNamespaces('errors')
    },
  }
}
