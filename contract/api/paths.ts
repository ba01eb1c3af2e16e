/**
 * The paths and headers of the service, except those in first-paths.ts. They are defined nowhere
 * else. contract/api/routes.ts has requests and responses.
 */
import {
  apiBase as base,
  endSessionPath,
  historyPath,
  incomePath,
  sessionPath,
  tokenPath,
  tradeIdeasPath,
  whyPath,
} from './first-paths.ts'

/** The data API. `{symbol}` is the only path parameter. Spec section 4. */
export const dataPaths = {
  tradeIdeas: tradeIdeasPath,
  why: whyPath,
  income: incomePath,
  symbols: `${base}/symbols`,
  history: historyPath,
  tone: `${base}/tone`,
  news: `${base}/news/{symbol}`,
} as const

/** Look-ups whose paths are part of the widget's first files. */
export type WidgetRoute = keyof typeof dataPaths

/**
 * The list of best income. Not in `dataPaths`, which is part of the widget's first files, because
 * the widget requests the list only when the user opens it.
 */
export const bestIncomePath = `${base}/how/best-income`

/**
 * The complete option chain of a symbol. Separate for the same reason: the widget requests it when
 * the user opens the chain.
 */
export const chainPath = `${base}/how/chain/{symbol}`

/** Roll of an open short option: the cost to close it, and candidates to sell instead. Separate for the same reason. */
export const rollPath = `${base}/how/roll/{symbol}`

/** Values of one option on other days, at other volatilities and prices. Separate for the same reason. */
export const scenarioPath = `${base}/how/scenario/{symbol}`

/** Implied and realised volatility over the last year. Separate for the same reason. */
export const volatilityPath = `${base}/why/{symbol}/volatility`

/** Sessions. docs/specification.md 4.2, 4.3. */
export const accessPaths = {
  auth: '/Auth',
  token: tokenPath,
  setCookie: sessionPath,
  endSession: endSessionPath,
  feedTicket: '/feed/ticket',
  legacyToken: '/token',
} as const

/** Path of the real-time feed (WebSocket), which docs/specification.md 4.3 leaves open. */
export const feedPath = '/feed'
/** Path of the frame's document. */
export const framePath = '/widget'
/** Path of the loader script. docs/specification.md 4.3. */
export const loaderPath = '/widgetLoader'
/**
 * The sentences of errors (contract/bridge/error-sentences.ts), which the loader fetches when an
 * error occurs.
 */
export const errorSentencesPath = `${loaderPath}/errors.json`
/** Base path of the fonts that partners have provided. */
export const fontsPath = '/fonts'
/** Header of the subscription key. docs/specification.md 5.1. */
export const subscriptionKeyHeader = 'Op-Subscription-Key'
/**
 * Name prefix of the cookie with the frame's current theme, followed by the instance id. Sent with the
 * frame's document only, so that a reload has the right theme from its first paint.
 */
export const themeCookie = 'sw-theme-'
