/** The documentation under `npm run dev`: rendered at every request, with scripts and styles from their sources. */
import { fillPlaceholders, placeholdersFor } from '#service/http/documents/docs-placeholders.ts'
import { indexOf, layOutPages, readPages } from './pages.ts'
import type { SiteAssets } from './layout.ts'

const search = '/docs/assets/search.json'
const assets: SiteAssets = {
  style: '/docs/site/style/site.css',
  theme: '/docs/site/browser/theme.ts',
  script: '/docs/site/browser/main.ts',
  icon: '/docs/site/icon.svg',
  search,
}
const anyHost = { gateway: null, legacy: null, widget: null }

/** The documentation's response at an address; undefined if it has none. */
export function answerInDevelopment(url: URL, version: string): { type: string; body: string } | undefined {
  if (url.pathname === search) return { type: 'application/json', body: indexOf(readPages(version)) }
  const [, name = 'index'] = /^\/docs(?:\/([\w/-]+))?$/.exec(url.pathname) ?? [undefined, '']
  const page = name && layOutPages(readPages(version), assets, version).get(name)
  return page
    ? {
        type: 'text/html; charset=utf-8',
        body: fillPlaceholders(page, placeholdersFor(url, anyHost, undefined)),
      }
    : undefined
}
