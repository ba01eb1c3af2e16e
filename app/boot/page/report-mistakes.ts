/**
 * Records the page's event subscriptions and ticket responses, and reports its mistakes: unknown commands, invalid
 * payloads, unknown events. Each refused message is an ERROR, up to a rate limit; the console has each sentence once.
 * Messages that the loader repeats to a reloaded frame are not reported again.
 */
import { readToFrame } from '#contract/bridge/bridge-messages.ts'
import { readTicketReceived } from '#contract/bridge/ticket-response.ts'
import type { MessageProblem } from '#contract/bridge/message-problems.ts'
import { widgetEvents } from '#contract/bridge/widget-events.ts'
import { widgetError } from '#app/bridge/handshake.ts'
import { useHost } from '#app/state/host.ts'
import { recordTicketResponse } from '#app/state/order/ticket-responses.ts'
import { clearMistakes, readMistakes, rememberMistakes } from '#app/state/storage/mistake-memory.ts'
import type { Stop } from '#app/state/stop.ts'
import type { App } from '#app/boot/app.ts'
import { loadTheming } from '#app/boot/loading/load-theming.ts'
import { makeTokenBucket } from './token-bucket.ts'

/** Maximum number of errors at once, and milliseconds until one more: a page may send invalid messages in a loop. */
const [maxErrors, refillMs] = [30, 1000]
/** Maximum number of sentences on the console. */
const maxSentences = 30

/**
 * Records subscriptions and reports mistakes, in buffered and in future messages. Stopping, at the end of the
 * widget, clears the stored mistakes.
 */
export function reportMistakes({ state, page, instance, pageMessages }: App): Stop {
  const host = useHost.of(state)
  const sentences = new Set(readMistakes(instance))
  /** Sentences from before a reload of the frame; the loader repeats their messages once, before `listen`. */
  const repeated = new Set(sentences)
  const mayReport = makeTokenBucket(maxErrors, refillMs)
  let isStopped = false
  let isBuffered = true
  /** Serialises the checks, so that mistakes are reported in the order of the messages. */
  let queue = Promise.resolve()

  async function check(message: unknown, wasBuffered: boolean): Promise<void> {
    const { explainMessage } = await import('#contract/bridge/message-problems.ts')
    const problem = explainMessage(message, await loadSupportsLook(message))
    if (!problem || isStopped || (wasBuffered && repeated.delete(problem.sentence))) return
    if (mayReport()) report(problem)
  }
  function report({ code, sentence }: MessageProblem): void {
    if (sentences.has(sentence) || sentences.size >= maxSentences)
      return page?.emit('ERROR', widgetError(code, sentence))
    sentences.add(sentence)
    rememberMistakes(instance, [...sentences])
    page?.reportError(code, sentence)
  }

  pageMessages.listen((message) => {
    const { type, name, payload } = Object(message) as Readonly<Record<string, unknown>>
    if (type === 'listener' && typeof name === 'string')
      host.setState(({ subscribedEvents }) => ({ subscribedEvents: new Set([...subscribedEvents, name]) }))
    if (!isStopped && type === 'command' && name === 'TICKET_RECEIVED') {
      const response = readTicketReceived(Object(payload) as object)
      if (response) recordTicketResponse(state, response)
    }
    // Messages that are not obviously valid are checked by the module that can explain mistakes.
    if (isStopped || isValid(message)) return
    const wasBuffered = isBuffered
    queue = queue.then(() => check(message, wasBuffered)).catch(() => undefined)
  })
  // The mailbox delivers the buffered messages in the previous microtask.
  queueMicrotask(() => (isBuffered = false))
  return () => {
    isStopped = true
    clearMistakes(instance)
  }
}

/** Returns the check of colours, fonts and radii; undefined for messages that need none. */
async function loadSupportsLook(message: unknown) {
  const { name } = Object(message) as { name?: unknown }
  return name === 'SET_THEME' ? (await loadTheming())?.supportsLook : undefined
}

const events = new Set<unknown>(widgetEvents)

/** Returns the payload of a command, without its invalid fields; undefined if it is invalid as a whole. */
function readPayload(message: unknown): object | undefined {
  const { name, payload } = Object(message) as { name?: unknown; payload?: object }
  if (name === 'TICKET_RECEIVED') return readTicketReceived(Object(payload) as object)
  const command = readToFrame(message)
  return command?.type === 'command' ? command.payload : undefined
}

function isValid(message: unknown): boolean {
  const { type, name, payload } = Object(message) as { type?: unknown; name?: unknown; payload?: object }
  if (type === 'listener') return events.has(name) && (payload as unknown) !== true
  const parsedPayload = readPayload(message) as Record<string, unknown> | undefined
  if (!parsedPayload) return false
  const fields = Object.keys(Object(payload) as object)
  // Accents, fonts and radii are parsed when they are shown, and a command without a field has no effect.
  if (name === 'SET_THEME' && fields.join() !== 'theme') return false
  // The parser omits an invalid optional field, such as the direction of SET_SYMBOL, and accepts the command.
  return fields.every((field) => parsedPayload[field] !== undefined)
}
