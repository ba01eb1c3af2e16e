/** The documentation under `npm run dev`: rendered at every request, with scripts and styles from their sources. */
import { fillPlaceholders, placeholdersFor } from '#service/http/documents/docs-placeholders.ts'
import { layOutPages, readPages, searchIndexOf } from './pages.ts'
import type { SiteAssets } from './layout.ts'

const searchIndexPath = '/docs/assets/search.json'
const assets: SiteAssets = {
  style: '/docs/site/style/site.css',
  theme: '/docs/site/browser/theme.ts',
  script: '/docs/site/browser/main.ts',
  icon: '/docs/site/icon.svg',
  search: searchIndexPath,
}
const unrestrictedHosts = { gateway: null, legacy: null, widget: null }

/** The documentation's response to a request for `url`; undefined if no page has this address. */
export function developmentResponse(url: URL, version: string): { type: string; body: string } | undefined {
  if (url.pathname === searchIndexPath)
    return { type: 'application/json', body: searchIndexOf(readPages(version)) }
  const [, name = 'index'] = /^\/docs(?:\/([\w/-]+))?$/.exec(url.pathname) ?? [undefined, '']
  const page = name && layOutPages(readPages(version), assets, version).get(name)
  return page
    ? {
        type: 'text/html; charset=utf-8',
        body: fillPlaceholders(page, placeholdersFor(url.host, unrestrictedHosts, undefined)),
      }
    : undefined
}
