/** Generates all pages as HTML, and the search index. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { layOut, type SiteAssets } from './layout.ts'
import { type Document, readMarkdown } from './markdown.ts'
import { docsFolder, type NavigationPage, pages, pathOf } from './navigation.ts'
import { referenceDocument } from './reference/reference.ts'
import { searchIndex } from './search-index.ts'

export type SitePage = NavigationPage & { readonly document: Document }

/** Reads every page of the navigation that this site generates. */
export function readPages(version: string): SitePage[] {
  const readDocument = ({ name, source }: NavigationPage): Document =>
    source === 'openapi'
      ? referenceDocument(version)
      : readMarkdown(readFileSync(join(docsFolder, `${name}.md`), 'utf8'), pathOf(name))
  return pages
    .filter(({ source }) => source !== 'elsewhere')
    .map((page) => ({ ...page, document: readDocument(page) }))
}

/** The page for unknown addresses. */
const notFound = {
  name: 'not-found',
  title: 'No such page',
  summary: 'This address leads to no page of the documentation.',
  html: '<h1>No such page</h1><p>This address leads to no page of the documentation. The navigation lists all pages. To search them, press <kbd>/</kbd>.</p>\n',
  headings: [],
}

/** The HTML of every page, by the page's name. */
export function layOutPages(
  sitePages: readonly SitePage[],
  assets: SiteAssets,
  version: string,
): ReadonlyMap<string, string> {
  return new Map([
    ...sitePages.map(({ name, title, document }): [string, string] => [
      name,
      layOut({ ...document, name, title: document.title || title }, assets, version),
    ]),
    [notFound.name, layOut(notFound, assets, version)],
  ])
}

/** The search index, as JSON. */
export const searchIndexOf = (sitePages: readonly SitePage[]): string =>
  searchIndex(sitePages.map(({ name, title, document }) => ({ name, title, sections: document.sections })))
