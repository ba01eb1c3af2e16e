/**
 * Records the page's event subscriptions and reports its mistakes: unknown commands, invalid
 * payloads, unknown events. Each refused message is an ERROR, up to a rate limit; the console has each sentence once.
 * Messages that the loader repeats to a reloaded frame are not reported again.
 */
import { readToFrame } from '#contract/bridge/bridge-messages.ts'
import type { MessageProblem } from '#contract/bridge/message-problems.ts'
import { widgetEvents } from '#contract/bridge/widget-events.ts'
import { widgetError } from '#app/bridge/handshake.ts'
import { useHost } from '#app/state/host.ts'
import { clearMistakes, readMistakes, rememberMistakes } from '#app/state/storage/mistake-memory.ts'
import type { Stop } from '#app/state/stop.ts'
import type { App } from '#app/boot/app.ts'
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
    const problem = explainMessage(message)
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
    const { type, name } = Object(message) as { type?: unknown; name?: unknown }
    if (type === 'listener' && typeof name === 'string')
      host.setState(({ subscribedEvents }) => ({ subscribedEvents: new Set([...subscribedEvents, name]) }))
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

const events = new Set<unknown>(widgetEvents)

function isValid(message: unknown): boolean {
  const { type, name, payload } = Object(message) as { type?: unknown; name?: unknown; payload?: object }
  if (type === 'listener') return events.has(name) && (payload as unknown) !== true
  const command = readToFrame(message)
  if (command?.type !== 'command') return false
  // The parser omits an invalid optional field, such as the direction of SET_SYMBOL, and accepts the command.
  return Object.keys(payload!).every(
    (field) => (command.payload as Record<string, unknown>)[field] !== undefined,
  )
}
