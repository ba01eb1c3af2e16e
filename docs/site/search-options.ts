/** Index options, shared by the build and the browser. */

/** A search result: address, page, heading and text of a section. */
export type SearchResult = {
  readonly id: string
  readonly page: string
  readonly title: string
  readonly text: string
}

export const searchOptions = {
  fields: ['title', 'text', 'page'],
  storeFields: ['page', 'title', 'text'],
  // `TRADE_TICKET_EXECUTE` matches as a whole and by each of its words, `acknowledgesTickets` by "tickets".
  tokenize: (text: string): string[] =>
    text.split(/[^\p{L}\p{N}_]+/u).flatMap((word) => {
      const parts = word.split(/_|(?<=\p{Ll})(?=\p{Lu})/u)
      return (parts.length > 1 ? [word, ...parts] : [word]).filter((part) => part !== '')
    }),
  searchOptions: {
    prefix: true,
    fuzzy: (term: string): number => (term.length > 6 ? 0.2 : 0),
    boost: { title: 4, page: 2 },
    combineWith: 'AND' as const,
  },
}
