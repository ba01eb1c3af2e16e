/**
 * The session before the app: when the page sends `start`, opens the session and sends the requests of the first
 * screen while the app's code is being loaded. The app then takes the session over (connect.ts). Renders nothing.
 */
import type { FromFrame } from '#contract/bridge/bridge.ts'
import { type Credentials, readCredentials } from '#contract/bridge/credentials.ts'
import { canonicalSymbol } from '#contract/responses/symbols.ts'
import { dataUrl, type RequestResult, isOk, request } from '#app/api/request.ts'
import { requestSession, endSession, type SessionResponses } from '#app/api/session-requests.ts'
import type { RawMessageHandler } from '#app/bridge/mailbox.ts'
import { makeError } from '#app/bridge/handshake.ts'
import { readStoredView, type StoredView } from '#app/state/storage/stored-view.ts'
import { pageErrorOf } from '#app/boot/page/page-errors.ts'
import { firstRequests } from './first-requests.ts'

/** Time for the page to provide its first token, milliseconds. */
const tokenTimeoutMs = 30_000

/** A session that is being opened, and its first requests. Failures are values: none of the promises rejects. */
export type PreSession = {
  /** Credentials as read from `start`; the app does not read them again. */
  credentials: Credentials
  responses: Promise<SessionResponses>
  /** Returns the access token; empty until it is issued. */
  accessToken: () => string
  /** Responses of the first requests by address; all are sent once `responses` is resolved. */
  pending: Map<string, Promise<RequestResult>>
  /** Whether the page has received the reason why there is no session. */
  isReported: () => boolean
}

/** The ideas that are being requested, and what their first painting needs. */
export type RequestedIdeas = {
  response: Promise<RequestResult>
  /** The symbol that will be selected. */
  symbol: string | undefined
  /** The page's options, unchecked. */
  options: Readonly<Record<string, unknown>>
  view: StoredView
  hidesAnnualized: boolean
}

/**
 * The fields of `start` that are used here. Unchecked, because the options parser is part of the
 * app's code.
 */
type RawStart = { widgetType?: unknown; canRenew?: unknown; options?: Record<string, unknown> } & Record<
  string,
  unknown
>

/** @param post sends a message to the page */
export function createPreSession(post: (message: FromFrame) => void): {
  /** Receives the page's messages until the app is loaded. */
  onRawMessage: RawMessageHandler
  /**
   * Returns the session, which the caller then owns; undefined before `start` and without valid
   * credentials.
   */
  takePreSession: () => PreSession | undefined
  /**
   * Resolves once all requests are sent, or it is certain that none can be sent. Undefined without a
   * request for the ideas.
   */
  requestsSent: Promise<RequestedIdeas | undefined>
} {
  let opened: ReturnType<typeof openPreSession>
  let started = false
  const { promise: requestsSent, resolve: resolveRequestsSent } = Promise.withResolvers<
    RequestedIdeas | undefined
  >()
  return {
    requestsSent,
    onRawMessage(data, origin) {
      const message = Object(data) as RawStart
      if (message['type'] === 'token') opened?.resolveToken((message['authToken'] as string) || '')
      if (started || message['type'] !== 'start') return
      started = true
      opened = openPreSession(post, message, origin)
      void Promise.resolve(opened?.preSession.responses).then(() =>
        resolveRequestsSent(opened?.requestedIdeas()),
      )
    },
    takePreSession() {
      if (opened) removeEventListener('pagehide', opened.onPageHide)
      return opened?.preSession
    },
  }
}

function openPreSession(
  post: (message: FromFrame) => void,
  { widgetType, canRenew, options }: RawStart,
  origin: string,
) {
  const credentials = readCredentials(options, canRenew as boolean)
  if (!credentials) return undefined
  const instance = window.name
  const pending: PreSession['pending'] = new Map()
  let accessToken = ''
  let reported = false
  let requestedIdeas: RequestedIdeas | undefined
  const { promise: token, resolve: resolveToken } = Promise.withResolvers<string>()

  /**
   * Requests the first token from the page. Empty if the page returns none in time; the service
   * refuses that.
   */
  function requestToken(): Promise<string> {
    setTimeout(resolveToken, tokenTimeoutMs, '')
    post({ type: 'need-token' })
    return token
  }

  async function open({ credential, userId }: Credentials): Promise<SessionResponses> {
    const usableCredential =
      'authToken' in credential ? { authToken: credential.authToken || (await requestToken()) } : credential
    const responses = await requestSession(
      { credential: usableCredential, userId, instance, origin },
      (issued) => (accessToken = issued),
    )
    const lastResponse = responses.session ?? responses.token
    if (responses.session && isOk(lastResponse)) sendFirstRequests(lastResponse.body)
    // After a reload of the frame the token has been used: the app requests another one from the page.
    else if (lastResponse.status !== 401 || !canRenew || 'apiKey' in credential) {
      reported = true
      post(makeError(...pageErrorOf(lastResponse)))
    }
    return responses
  }

  /**
   * Sends the first requests with the token, because it is not known yet whether the browser keeps
   * the cookie.
   */
  function sendFirstRequests(session: unknown): void {
    const pageSymbol =
      typeof options?.['symbol'] === 'string' ? canonicalSymbol(options['symbol']) : undefined
    const { firstSymbol, settings } = Object(session) as {
      firstSymbol?: unknown
      settings?: { hideAnnualised?: unknown }
    }
    const view = readStoredView(instance, pageSymbol)
    const requestedSymbol = view.symbol ?? pageSymbol ?? firstSymbol
    const symbol = typeof requestedSymbol === 'string' ? requestedSymbol : undefined
    const showsIdeas = widgetType !== 'proStrategies' && options?.['showWhatPanel'] !== false
    for (const { name, path, symbol: requestSymbol } of firstRequests(showsIdeas, symbol)) {
      const url = dataUrl(path, { symbol: requestSymbol })
      const response = request(url, { instance, origin, bearer: accessToken })
      pending.set(url, response)
      if (name === 'tradeIdeas')
        requestedIdeas = {
          response,
          symbol,
          options: options ?? {},
          view,
          hidesAnnualized: !!settings?.hideAnnualised,
        }
    }
  }

  // The page may remove the frame before the app is loaded.
  const onPageHide = ({ persisted }: PageTransitionEvent) => {
    if (accessToken && !persisted) endSession(instance, accessToken)
  }
  addEventListener('pagehide', onPageHide)
  const preSession: PreSession = {
    credentials,
    responses: open(credentials),
    accessToken: () => accessToken,
    pending,
    isReported: () => reported,
  }
  return { preSession, onPageHide, resolveToken, requestedIdeas: () => requestedIdeas }
}
