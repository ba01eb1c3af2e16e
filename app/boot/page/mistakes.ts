/**
 * Which events the page listens to, and what it gets wrong: a command that is none or has a wrong payload, an event that is
 * none. Each mistake is told once, also where the loader says it again to a frame that was reloaded.
 */
import { readToFrame } from '#contract/bridge/bridge-messages.ts'
import type { MessageProblem } from '#contract/bridge/message-problems.ts'
import { widgetEvents } from '#contract/bridge/widget-events.ts'
import { useHost } from '#app/state/host.ts'
import { forgetMistakes, readMistakes, rememberMistakes } from '#app/state/storage/mistake-memory.ts'
import type { Stop } from '#app/state/stop.ts'
import type { App } from '../app.ts'

/** Mistakes that are told at most: a page in a loop makes no end of them. */
const mostMistakes = 30

/** From now on, and what the page has said so far. Forgets what was told when stopped, which is the end of the widget. */
export function tellMistakes({ state, page, instance, remarks }: App): Stop {
  const host = useHost.of(state)
  const told = new Set(readMistakes(instance))
  let over = false
  /** They are told in the order in which they were made. */
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
    // Whatever is not known to be right is looked at by whoever can say what is wrong with it.
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
  // A direction that is none is left out, and the symbol followed all the same; an answer's text that is none, too.
  return Object.keys(payload!).every(
    (field) => (read.payload as Record<string, unknown>)[field] !== undefined,
  )
}
