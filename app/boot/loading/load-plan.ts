/**
 * Loading of the plan's files (load-steps.ts). The document names `first` and `main`. `hintOthers` prefetches
 * the others while the ideas are requested; `loadParts` evaluates them once the ideas are painted. Content
 * behind a click, and texts of languages other than English, is loaded by its component.
 */
import type { i18n } from 'i18next'
import type { Parts } from '#app/shell/shell.tsx'

/**
 * Has the browser fetch the files that come after the ideas, and run none of them: from now on the document's links to
 * them mean something. Not before the app's own code is here, which they would compete with.
 */
export function hintOthers(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=later]')) link.rel = 'modulepreload'
}

export const loadBackground = () => import('#app/boot/document/background.ts')

/**
 * Everything that comes after the ideas, at once; the chart is not waited for. A part's own texts are there with it, and
 * those of whatever fails later, a lost connection above all.
 */
export async function loadParts(texts: i18n): Promise<Parts> {
  import('#app/panels/why/chart/price-chart.tsx').catch(() => undefined)
  const words = texts.loadNamespaces([
    'why',
    'filters',
    'how',
    'ticket',
    'shell',
    'messages',
    'errors',
    'unknown',
  ])
  const [why, how, around, summary] = await Promise.all([
    import('#app/panels/why/why-panel.tsx'),
    import('#app/panels/how/how-panel.tsx'),
    import('#app/shell/surroundings.tsx'),
    import('#app/shell/summary/summary.tsx'),
    import('#app/panels/how/grid/trades.tsx'),
    words,
  ])
  return { ...why, ...how, ...around, ...summary }
}
