/**
 * The session before the app: when the page sends `start`, opens the session and sends the requests of the first
 * screen while the app's code is being loaded. The app then takes the session over (connect.ts). Renders nothing.
 */
import type { FromFrame } from '#contract/bridge/bridge.ts'
import { type Credentials, readCredentials } from '#contract/bridge/credentials.ts'
import { canonicalSymbol } from '#contract/responses/symbols.ts'
import { type RequestResult, isOk, request } from '#app/api/request.ts'
import { requestSession, type SessionResponses } from '#app/api/session-requests.ts'
import type { RawMessageHandler } from '#app/bridge/mailbox.ts'
import { readStoredView, type StoredView } from '#app/state/storage/stored-view.ts'
import { firstUrl, urlsOfSymbol } from './first-requests.ts'

/** Time for the page to provide its first token, milliseconds. */
const tokenTimeoutMs = 30_000
/** Duration of the request for the token, milliseconds, from which a line is slow. */
const slowTokenMs = 130

/**
 * A session that is being opened, and its first requests. Failures are values, which the app shows and reports to the
 * page: none of the promises rejects.
 */
export type PreSession = {
  /** Credentials as read from `start`; the app does not read them again. */
  credentials: Credentials
  responses: Promise<SessionResponses>
  /** Responses of the first requests by address. */
  pending: Map<string, Promise<RequestResult>>
  /** Sends the requests for the symbol, once, if the session is open. They wait until the ideas are painted. */
  requestSymbol: () => void
}

/** A session that is being opened, and what the first painting depends on. */
export type RequestedSession = {
  /** The page's options, unchecked. */
  options: Readonly<Record<string, unknown>>
  view: StoredView
  /** Whether the response with the session will take long enough for the later files to be requested meanwhile. */
  isSlowLine: boolean
  /** Resolves once the session is open. Undefined without a request for the first content. */
  content: Promise<RequestedContent | undefined>
  requestSymbol: () => void
}

/** The first content that is being requested: the ideas, or the contracts of a symbol. */
export type RequestedContent = {
  response: Promise<RequestResult>
  /** The symbol that will be selected, unchecked. */
  symbol: unknown
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
  /** Resolves once the session is requested, or with undefined if it is certain that none will be. */
  sessionRequested: Promise<RequestedSession | undefined>
} {
  let opened: ReturnType<typeof openPreSession>
  const { promise: sessionRequested, resolve: onSessionRequested } = Promise.withResolvers<
    RequestedSession | undefined
  >()
  return {
    sessionRequested,
    onRawMessage(data, origin) {
      const message = Object(data) as RawStart
      if (message['type'] === 'token') opened?.resolveToken((message['authToken'] as string) || '')
      if (opened || message['type'] !== 'start') return
      opened = openPreSession(post, message, origin, onSessionRequested)
      void Promise.resolve(opened?.preSession.responses).then(() => onSessionRequested(undefined))
    },
    takePreSession() {
      return opened?.preSession
    },
  }
}

/**
 * Resolves when the frame comes into the viewport of the page. The browser loads a lazy frame earlier, when it comes near
 * the viewport.
 */
const frameIsVisible = () =>
  new Promise<void>((resolve) => {
    new IntersectionObserver((entries, observer) => {
      if (entries.at(-1)!.isIntersecting) resolve(observer.disconnect())
    }).observe(document.body)
  })

function openPreSession(
  post: (message: FromFrame) => void,
  { widgetType, canRenew, options: rawOptions }: RawStart,
  origin: string,
  onSessionRequested: (session: RequestedSession) => void,
) {
  const options = Object(rawOptions) as Record<string, unknown>
  const credentials = readCredentials(options, canRenew as boolean)
  if (!credentials) return undefined
  const instance = window.name
  const { symbol: symbolOption, state } = options
  const pageSymbol = typeof symbolOption === 'string' ? canonicalSymbol(symbolOption) : undefined
  const view = readStoredView(instance, state ?? pageSymbol)
  // A symbol with punctuation is written differently, and requested by the app.
  const stateSymbol = /^1_([A-Z\d]+)_/.exec(state as string)?.[1]
  const initialSymbol = view.symbol ?? stateSymbol ?? pageSymbol
  const showsChart = widgetType !== 'proStrategies'
  const showsIdeas = showsChart && options['showWhatPanel'] !== false
  const firstRequest = firstUrl(showsIdeas, initialSymbol)
  const pending: PreSession['pending'] = new Map()
  let accessToken = ''
  let requestedContent: RequestedContent | undefined
  let symbolUrls: string[] = []
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
    if (options['loading'] === 'lazy') await frameIsVisible()
    const usableCredential =
      'authToken' in credential ? { authToken: credential.authToken || (await requestToken()) } : credential
    const startedAt = performance.now()
    const openedResponses = await requestSession(
      { credential: usableCredential, userId, instance, origin, firstRequest },
      (issued) => {
        accessToken = issued
        onSessionRequested({
          options,
          view,
          isSlowLine: performance.now() - startedAt > slowTokenMs,
          content: responses.then(() => requestedContent),
          requestSymbol,
        })
      },
    )
    const { session } = openedResponses
    if (session && isOk(session)) requestedContent = receiveSession(session.body)
    return openedResponses
  }

  /** Sends a request, once. With the token, because it is not known yet whether the browser keeps the cookie. */
  function send(url: string): void {
    if (!pending.has(url)) pending.set(url, request(url, { instance, origin, bearer: accessToken }))
  }

  function requestSymbol(): void {
    for (const url of symbolUrls.splice(0)) send(url)
  }

  /** Takes the first response, or requests it. Returns it; undefined without a symbol or a list. */
  function receiveSession(session: unknown): RequestedContent | undefined {
    const { firstSymbol, firstResponse, settings } = Object(session) as {
      firstSymbol?: unknown
      firstResponse?: object
      settings?: { hideAnnualised?: unknown }
    }
    const symbol = initialSymbol ?? firstSymbol
    symbolUrls = urlsOfSymbol(symbol, showsChart)
    const contentUrl = firstUrl(showsIdeas, symbol)
    if (firstResponse) pending.set(firstRequest!, Promise.resolve({ status: 200, body: firstResponse }))
    else if (contentUrl) send(contentUrl)
    if (!showsIdeas) requestSymbol()
    const response = pending.get(contentUrl!)
    return response && { response, symbol, hidesAnnualized: !!settings?.hideAnnualised }
  }

  const responses = open(credentials)
  const preSession: PreSession = { credentials, responses, pending, requestSymbol }
  return { preSession, resolveToken }
}
