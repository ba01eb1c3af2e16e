/**
 * The paths and header that the frame's bootstrap script uses. The others are in paths.ts, to keep the script
 * small.
 */

export const apiBase = '/api/v1/platform'

/** Part of `dataPaths` in paths.ts. */
export const tradeIdeasPath = `${apiBase}/what/tradeideas`
export const whyPath = `${apiBase}/why/{symbol}`
export const historyPath = `${whyPath}/history`
export const incomePath = `${apiBase}/how/income/{symbol}`

/** Part of `accessPaths` in paths.ts. */
export const tokenPath = '/Token'
export const sessionPath = '/setCookie'
export const endSessionPath = '/session'

/** Header with which a frame names its instance, so that two widgets on one page keep their own cookies. */
export const instanceHeader = 'Widget-Instance'

/** Header with the origin of the embedding page as asserted by the browser: a session belongs to that page. */
export const embedderHeader = 'Widget-Embedder'
