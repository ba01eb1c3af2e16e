/**
 * The requests of the first screen. The bootstrap script sends them before the app is loaded; the app's queries take
 * over their responses (connect.ts).
 */
import { historyPath, incomePath, tradeIdeasPath, whyPath } from '#contract/api/first-paths.ts'
import { symbolPath } from '#app/api/request.ts'

/**
 * Returns the address of the request for the first content, whose response comes with the session: the ideas, or How of a
 * symbol. Undefined without either.
 *
 * @param symbol the symbol that is displayed first; anything but a string is unknown
 */
export const firstUrl = (showsIdeas: boolean, symbol: unknown): string | undefined =>
  showsIdeas ? tradeIdeasPath : urlsOfSymbol(symbol)[1]

/**
 * Returns the addresses of the requests for Why and How, and for the chart with its default range if it is shown; none
 * without a symbol.
 */
export const urlsOfSymbol = (symbol: unknown, showsChart = false): string[] =>
  typeof symbol === 'string'
    ? [whyPath, incomePath, ...(showsChart ? [`${historyPath}?range=6M`] : [])].map((path) =>
        symbolPath(path, symbol),
      )
    : []
