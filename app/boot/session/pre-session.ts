/**
 * The session before the app: as soon as the page has sent `start`, opens the session and sends the requests of the first
 * screen while the app's code is loaded. The app takes it over (connect.ts) and owns it from then on. Renders nothing.
 */
import type { FromFrame } from '#contract/bridge/bridge.ts'
import { type Credentials, readCredentials } from '#contract/bridge/credentials.ts'
import { canonicalSymbol } from '#contract/responses/symbols.ts'
import { addressOf, type Answered, isOk, request } from '#app/api/request.ts'
import { askForSession, endSession, type SessionAnswers } from '#app/api/session-requests.ts'
import type { Receive } from '#app/bridge/mailbox.ts'
import { makeError } from '#app/bridge/handshake.ts'
import { readSessionMemory } from '#app/state/storage/session-memory.ts'
import { pageErrorOf } from '#app/boot/page/page-errors.ts'
import { firstRequests } from './first-requests.ts'

/** Time for the page to provide its first token, milliseconds. */
const tokenTimeoutMs = 30_000

/** A session that is being opened, and its first requests. Failures are values: nothing in it rejects. */
export type PreSession = {
  /** As read from `start`; the app does not read them again. */
  credentials: Credentials
  answers: Promise<SessionAnswers>
  /** Empty until there is one. */
  accessToken: () => string
  /** Responses of the first requests by address; all are sent once `answers` is resolved. */
  pending: Map<string, Promise<Answered>>
  /** Whether the page has received the reason of a missing session. */
  isReported: () => boolean
}

/** The fields of `start` that are used here, unchecked: the table of options is part of the app. */
type RawStart = { widgetType?: unknown; canRenew?: unknown; options?: Record<string, unknown> } & Record<
  string,
  unknown
>

/** @param post sends a message to the page */
export function createPreSession(post: (message: FromFrame) => void): {
  /** Receives the page's messages until the app is loaded. */
  onRawMessage: Receive
  /** Hands the session over, once; undefined if none was started, or the options open none. */
  take: () => PreSession | undefined
  /** Resolves once all requests are sent, or none can be. */
  done: Promise<void>
} {
  let begun: ReturnType<typeof begin>
  let started = false
  const { promise: done, resolve: finish } = Promise.withResolvers<void>()
  return {
    done,
    onRawMessage(data, origin) {
      const message = Object(data) as RawStart
      if (message['type'] === 'token') begun?.takeToken((message['authToken'] as string) || '')
      if (started || message['type'] !== 'start') return
      started = true
      begun = begin(post, message, origin)
      void Promise.resolve(begun?.preSession.answers).then(() => finish())
    },
    take() {
      if (begun) removeEventListener('pagehide', begun.leave)
      return begun?.preSession
    },
  }
}

function begin(
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
  const { promise: token, resolve: takeToken } = Promise.withResolvers<string>()

  /** The first token of a page that passed none; empty, which is refused, if the page returns none in time. */
  function requestToken(): Promise<string> {
    setTimeout(takeToken, tokenTimeoutMs, '')
    post({ type: 'need-token' })
    return token
  }

  async function open({ credential, userId }: Credentials): Promise<SessionAnswers> {
    const usable =
      'authToken' in credential ? { authToken: credential.authToken || (await requestToken()) } : credential
    const answers = await askForSession(
      { credential: usable, userId, instance, origin },
      (issued) => (accessToken = issued),
    )
    const last = answers.session ?? answers.token
    if (answers.session && isOk(last)) sendFirstRequests(last.body)
    // A reloaded frame comes back with a used token: the app requests another one from the page.
    else if (last.status !== 401 || !canRenew || 'apiKey' in credential) {
      reported = true
      post(makeError(...pageErrorOf(last)))
    }
    return answers
  }

  /** With the token: whether the browser keeps the cookie is not known yet. */
  function sendFirstRequests(session: unknown): void {
    const fromPage = typeof options?.['symbol'] === 'string' ? canonicalSymbol(options['symbol']) : undefined
    const { firstSymbol } = Object(session) as { firstSymbol?: unknown }
    const symbol = readSessionMemory(instance, fromPage).symbol ?? fromPage ?? firstSymbol
    const showsIdeas = widgetType !== 'proStrategies' && options?.['showWhatPanel'] !== false
    for (const first of firstRequests(showsIdeas, typeof symbol === 'string' ? symbol : undefined)) {
      const url = addressOf(first.path, { symbol: first.symbol })
      pending.set(url, request(url, { instance, origin, bearer: accessToken }))
    }
  }

  // The page may remove the frame before the app is loaded.
  const leave = ({ persisted }: PageTransitionEvent) => {
    if (accessToken && !persisted) endSession(instance, accessToken)
  }
  addEventListener('pagehide', leave)
  const preSession: PreSession = {
    credentials,
    answers: open(credentials),
    accessToken: () => accessToken,
    pending,
    isReported: () => reported,
  }
  return { preSession, leave, takeToken }
}
