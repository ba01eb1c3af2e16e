/**
 * Opens the session as soon as the page has said `start`, and asks what is shown first, while the app is still on its
 * way. The app takes over what came of it (connect.ts) and is from then on the only owner. Shows nothing.
 */
import type { FromFrame } from '#contract/bridge/bridge.ts'
import { readCredentials } from '#contract/bridge/credentials.ts'
import { incomePath, tradeIdeasPath, whyPath } from '#contract/api/first-paths.ts'
import { canonicalSymbol } from '#contract/responses/symbols.ts'
import { addressOf, type Answered, isOk, request } from '#app/api/request.ts'
import { askForSession, endSession, type SessionAnswers } from '#app/api/session-requests.ts'
import type { Receive } from '#app/bridge/mailbox.ts'
import { makeError } from '#app/bridge/handshake.ts'
import { readSessionMemory } from '#app/state/storage/session-memory.ts'
import { pageErrorOf } from '#app/boot/page/page-errors.ts'

/** Milliseconds that the page may take to give its first token. */
const tokenPatience = 30_000

/** A session being opened, and its first requests. Failures are values: nothing in it rejects. */
export type Opening = {
  answers: Promise<SessionAnswers>
  /** Blank until there is one. */
  accessToken: () => string
  /** Responses of the first requests by address; all are sent once `answers` is resolved. */
  underWay: Map<string, Promise<Answered>>
  /** Whether the page has received the reason of a missing session. */
  told: () => boolean
}

/** The raw fields of `start` that are used here. */
type Said = { widgetType?: unknown; canRenew?: unknown; options?: Record<string, unknown> } & Record<
  string,
  unknown
>

/** @param say tells the page */
export function makeOpening(say: (message: FromFrame) => void): {
  /** Hears what the page says before the app is there. */
  overhear: Receive
  /** Hands the session over, once; undefined if none was started, or the options open none. */
  take: () => Opening | undefined
  /** Resolves once nothing is left to do here: all requests are sent, or none can be. */
  done: Promise<void>
} {
  let begun: ReturnType<typeof begin>
  let started = false
  const { promise: done, resolve: finish } = Promise.withResolvers<void>()
  return {
    done,
    overhear(data, origin) {
      const said = Object(data) as Said
      if (said['type'] === 'token') begun?.takeToken((said['authToken'] as string) || '')
      if (started || said['type'] !== 'start') return
      started = true
      begun = begin(say, said, origin)
      void Promise.resolve(begun?.opening.answers).then(() => finish())
    },
    take() {
      if (begun) removeEventListener('pagehide', begun.leave)
      return begun?.opening
    },
  }
}

function begin(say: (message: FromFrame) => void, { widgetType, canRenew, options }: Said, origin: string) {
  const credentials = readCredentials(options, canRenew as boolean)
  if (!credentials) return undefined
  const instance = window.name
  const underWay: Opening['underWay'] = new Map()
  let accessToken = ''
  let told = false
  const { promise: given, resolve: takeToken } = Promise.withResolvers<string>()

  /** The first token of a page that passed none: empty, which is refused, if the page returns none in time. */
  function askPage(): Promise<string> {
    setTimeout(takeToken, tokenPatience, '')
    say({ type: 'need-token' })
    return given
  }

  async function open(): Promise<SessionAnswers> {
    const { credential } = credentials!
    if ('authToken' in credential) credential.authToken ||= await askPage()
    const answers = await askForSession(
      { ...credentials!, instance, origin },
      (given) => (accessToken = given),
    )
    const last = answers.session ?? answers.token
    if (answers.session && isOk(last)) ask(last.body)
    // A frame that was reloaded comes back with a token it has used: the app asks the page for another.
    else if (last.status !== 401 || !canRenew || 'apiKey' in credential) {
      told = true
      say(makeError(...pageErrorOf(last)))
    }
    return answers
  }

  /** With the token: what the browser does with the cookie is not known yet. */
  function ask(session: unknown): void {
    const given = typeof options?.['symbol'] === 'string' ? canonicalSymbol(options['symbol']) : undefined
    const { firstSymbol } = Object(session) as { firstSymbol?: unknown }
    const symbol = readSessionMemory(instance, given).symbol ?? given ?? firstSymbol
    const showsIdeas = widgetType !== 'proStrategies' && options?.['showWhatPanel'] !== false
    const wanted = [
      ...(showsIdeas ? [addressOf(tradeIdeasPath)] : []),
      ...(typeof symbol === 'string' && symbol
        ? [addressOf(whyPath, { symbol }), addressOf(incomePath, { symbol })]
        : []),
    ]
    for (const url of wanted) underWay.set(url, request(url, { instance, origin, bearer: accessToken }))
  }

  // The frame may be taken away before the app is there.
  const leave = ({ persisted }: PageTransitionEvent) => {
    if (accessToken && !persisted) endSession(instance, accessToken)
  }
  addEventListener('pagehide', leave)
  const opening: Opening = { answers: open(), accessToken: () => accessToken, underWay, told: () => told }
  return { opening, leave, takeToken }
}
