/** The paths that the frame's first script asks, and its header. The others are in paths.ts, whose bytes it does without. */

export const apiBase = '/api/v1/platform'

/** As `dataPaths` of paths.ts has them. */
export const tradeIdeasPath = `${apiBase}/what/tradeideas`
export const whyPath = `${apiBase}/why/{symbol}`
export const incomePath = `${apiBase}/how/income/{symbol}`

/** As `accessPaths` of paths.ts has them. */
export const tokenPath = '/Token'
export const sessionPath = '/setCookie'
export const endSessionPath = '/session'

/** Header with which a frame names its instance, so that two widgets on one page keep their own cookies. */
export const instanceHeader = 'Widget-Instance'

/** Header with which a frame says in a page of which origin it stands, as the browser tells it: its session is of that page. */
export const embedderHeader = 'Widget-Embedder'
