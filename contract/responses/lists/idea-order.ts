/** The order of ideas. Separate from ideas.ts, because the bootstrap script of the widget has no schemas. */

type Named = { readonly symbol: string }

/** Compares by ticker, A to Z, the same in every language. */
export const bySymbol = (a: Named, b: Named): number =>
  a.symbol < b.symbol ? -1 : a.symbol > b.symbol ? 1 : 0

type Strong = Named & { readonly strength: number }

/** Compares ideas in the default order: the strongest first, then by ticker. */
export const byStrength = (a: Strong, b: Strong): number => b.strength - a.strength || bySymbol(a, b)
