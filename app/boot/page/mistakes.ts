/**
 * Subscriptions of the page, and its mistakes: unknown commands, invalid payloads, unknown events. Each
 * mistake is reported once, even if the loader repeats the message to a reloaded frame.
 */
import { readToFrame } from '#contract/bridge/bridge-messages.ts'
import type { MessageProblem } from '#contract/bridge/message-problems.ts'
import { widgetEvents } from '#contract/bridge/widget-events.ts'
import { useHost } from '#app/state/host.ts'
import { forgetMistakes, readMistakes, rememberMistakes } from '#app/state/storage/mistake-memory.ts'
import type { Stop } from '#app/state/stop.ts'
import type { App } from '#app/boot/app.ts'

/** Maximum number of reported mistakes: a page in a loop would produce them endlessly. */
const mostMistakes = 30

/** Handles past and future messages. Stopping, at the end of the widget, clears the reported mistakes. */
export function tellMistakes({ state, page, instance, remarks }: App): Stop {
  const host = useHost.of(state)
  const told = new Set(readMistakes(instance))
  let over = false
  /** Reported in the order of the messages. */
  let turn = Promise.resolve()

  async function judge(said: unknown): Promise<void> {
    const { explainMessage } = await import('#contract/bridge/message-problems.ts')
    const problem = explainMessage(said)
    if (problem && !over) tell(problem)
  }
  function tell({ code, sentence }: MessageProblem): void {
    if (told.has(sentence) || told.size >= mostMistakes) return
    told.add(sentence)
    rememberMistakes(instance, [...told])
    page?.fail(code, sentence)
  }

  remarks.listen((said) => {
    const { type, name } = Object(said) as { type?: unknown; name?: unknown }
    if (type === 'listener' && typeof name === 'string')
      host.setState(({ listens }) => ({ listens: new Set([...listens, name]) }))
    // Messages that are not obviously valid are checked by the module that can explain mistakes.
    if (!over && !isRight(said)) turn = turn.then(() => judge(said)).catch(() => undefined)
  })
  return () => {
    over = true
    forgetMistakes(instance)
  }
}

const events = new Set<unknown>(widgetEvents)

function isRight(said: unknown): boolean {
  const { type, name, payload } = Object(said) as { type?: unknown; name?: unknown; payload?: object }
  if (type === 'listener') return events.has(name)
  const read = readToFrame(said)
  if (read?.type !== 'command') return false
  // An invalid direction is omitted and the symbol still applied; likewise an invalid text in a ticket
  // response.
  return Object.keys(payload!).every(
    (field) => (read.payload as Record<string, unknown>)[field] !== undefined,
  )
}
