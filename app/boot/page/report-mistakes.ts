/**
 * Records the page's event subscriptions and reports its mistakes: unknown commands, invalid
 * payloads, unknown events. Each mistake is reported once, even if the loader repeats the message
 * to a reloaded frame.
 */
import { readToFrame } from '#contract/bridge/bridge-messages.ts'
import type { MessageProblem } from '#contract/bridge/message-problems.ts'
import { widgetEvents } from '#contract/bridge/widget-events.ts'
import { useHost } from '#app/state/host.ts'
import { clearMistakes, readMistakes, rememberMistakes } from '#app/state/storage/mistake-memory.ts'
import type { Stop } from '#app/state/stop.ts'
import type { App } from '#app/boot/app.ts'

/** Maximum number of reported mistakes: a page may send invalid messages in a loop. */
const maxMistakes = 30

/**
 * Records subscriptions and reports mistakes, in buffered and in future messages. Stopping, at the end of the
 * widget, clears the stored mistakes.
 */
export function reportMistakes({ state, page, instance, pageMessages }: App): Stop {
  const host = useHost.of(state)
  const reported = new Set(readMistakes(instance))
  let isStopped = false
  /** Serialises the checks, so that mistakes are reported in the order of the messages. */
  let queue = Promise.resolve()

  async function check(message: unknown): Promise<void> {
    const { explainMessage } = await import('#contract/bridge/message-problems.ts')
    const problem = explainMessage(message)
    if (problem && !isStopped) report(problem)
  }
  function report({ code, sentence }: MessageProblem): void {
    if (reported.has(sentence) || reported.size >= maxMistakes) return
    reported.add(sentence)
    rememberMistakes(instance, [...reported])
    page?.reportError(code, sentence)
  }

  pageMessages.listen((message) => {
    const { type, name } = Object(message) as { type?: unknown; name?: unknown }
    if (type === 'listener' && typeof name === 'string')
      host.setState(({ subscribedEvents }) => ({ subscribedEvents: new Set([...subscribedEvents, name]) }))
    // Messages that are not obviously valid are checked by the module that can explain mistakes.
    if (!isStopped && !isValid(message)) queue = queue.then(() => check(message)).catch(() => undefined)
  })
  return () => {
    isStopped = true
    clearMistakes(instance)
  }
}

const events = new Set<unknown>(widgetEvents)

function isValid(message: unknown): boolean {
  const { type, name, payload } = Object(message) as { type?: unknown; name?: unknown; payload?: object }
  if (type === 'listener') return events.has(name)
  const command = readToFrame(message)
  if (command?.type !== 'command') return false
  // The parser omits an invalid optional field, such as the direction of SET_SYMBOL, and accepts the command.
  return Object.keys(payload!).every(
    (field) => (command.payload as Record<string, unknown>)[field] !== undefined,
  )
}
