/**
 * The requests of the first screen, in display order. The bootstrap script sends them before the app is loaded; the
 * app's queries take over their responses (connect.ts).
 */
import { incomePath, tradeIdeasPath, whyPath } from '#contract/api/first-paths.ts'
import { symbolPath } from '#app/api/request.ts'

/**
 * Returns the addresses of the first requests.
 *
 * @param symbol the symbol that is displayed first, if known
 */
export const firstUrls = (showsIdeas: boolean, symbol: string | undefined): string[] => [
  ...(showsIdeas ? [tradeIdeasPath] : []),
  ...(symbol ? [whyPath, incomePath].map((path) => symbolPath(path, symbol)) : []),
]
