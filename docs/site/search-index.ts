/** The search index. The build creates it, so that browsers only load it. */
import MiniSearch from 'minisearch'
import type { Section } from './markdown.ts'
import { pathOf } from './navigation.ts'
import { searchOptions } from './search-options.ts'

/** One page of the search index. */
export type Searchable = {
  readonly name: string
  readonly title: string
  readonly sections: readonly Section[]
}

/** The index as JSON. */
export function searchIndex(pages: readonly Searchable[]): string {
  const index = new MiniSearch(searchOptions)
  for (const { name, title, sections } of pages)
    for (const { id, text, body } of sections)
      index.add({
        id: pathOf(name) + (id && `#${id}`),
        page: title,
        title: text,
        text: body.replaceAll(/\s+/g, ' ').trim(),
      })
  return JSON.stringify(index)
}
