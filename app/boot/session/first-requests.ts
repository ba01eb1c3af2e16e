/**
 * The requests of the first screen, in display order. The bootstrap script sends them before the app is loaded; the
 * app's queries take over their responses (connect.ts).
 */
import { incomePath, tradeIdeasPath, whyPath } from '#contract/api/first-paths.ts'

export type FirstRequest =
  | { readonly name: 'tradeIdeas'; readonly path: string; readonly symbol?: undefined }
  | { readonly name: 'why' | 'income'; readonly path: string; readonly symbol: string }

/** @param symbol the symbol that is displayed first, if known */
export const firstRequests = (showsIdeas: boolean, symbol: string | undefined): FirstRequest[] => [
  ...(showsIdeas ? [{ name: 'tradeIdeas', path: tradeIdeasPath } as const] : []),
  ...(symbol
    ? [{ name: 'why', path: whyPath, symbol } as const, { name: 'income', path: incomePath, symbol } as const]
    : []),
]
