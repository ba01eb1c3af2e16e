/**
 * Loads the code files of the load plan (code-files.ts). The document loads `first` and `main`.
 * `prefetchLaterFiles` (prefetch.ts) prefetches the others; `loadParts`
 * evaluates them once React has rendered the ideas. Components load the code and texts of dialogs and menus on
 * demand.
 */
import type { i18n } from 'i18next'
import type { Parts } from '#app/shell/shell.tsx'

export const loadBackground = () => import('#app/boot/document/background.ts')

/**
 * Loads in parallel the code and texts of everything after the ideas, including texts for later
 * failures such as a lost connection. Does not wait for the chart.
 */
export async function loadParts(texts: i18n): Promise<Parts> {
  import('#app/panels/why/chart/price-chart.tsx').catch(() => undefined)
  const textsLoaded = texts.loadNamespaces([
    'why',
    'filters',
    'how',
    'ticket',
    'shell',
    'messages',
    'errors',
    'unknown',
  ])
  const [parts] = await Promise.all([import('#app/shell/parts.tsx'), textsLoaded])
  return parts
}
