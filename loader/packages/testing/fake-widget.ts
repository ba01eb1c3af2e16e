/** A widget without a frame: it records commands and emits events on the test's demand. */
import {
  type EventPayloads,
  EventType,
  type WidgetCommand,
  type WidgetEvent,
} from '#contract/bridge/bridge.ts'
import type { LoaderErrorCode } from '#contract/bridge/bridge.ts'
import { explainMessage } from '#contract/bridge/message-problems.ts'
import type { WidgetOptions, WidgetType } from '#contract/bridge/options.ts'
import { plainCopy } from '#contract/bridge/plain-copy.ts'
import type { WidgetInstance } from '#loader/widget.ts'
import { sampleError } from './samples.ts'

/** A command as the page gave it. */
export type RecordedCommand = {
  [C in WidgetCommand]: { name: C; payload: EventPayloads[C] }
}[WidgetCommand]

type Listener = { name: string; call: (payload: never) => void }

/** Events that late listeners receive, too. */
const staysTrue: readonly string[] = ['READY', 'ERROR', 'CONNECTION']

/** Errors of the loader: a line stands where the frame was. All others are the widget's own, in its frame. */
const withoutFrame: readonly string[] = [
  'CSP_BLOCKED',
  'TIMEOUT',
  'VERSION',
  'NETWORK',
  'FRAME_LOST',
  'INSECURE_PAGE',
]

export class FakeWidget {
  readonly widgetType: WidgetType
  /** As the page gave them to `load`. */
  readonly options: WidgetOptions
  /** What `load` returned. */
  readonly instance: WidgetInstance
  /** Commands of the page so far, oldest first; those of a wrong name or shape are not among them. */
  readonly commands: RecordedCommand[] = []
  /** Whether the page has destroyed it, or loaded another in its place. */
  isDestroyed = false
  readonly #listeners = new Set<Listener>()
  readonly #said = new Map<string, unknown>()
  /** The content of the page's element: a frame that loads nothing, or the failure line. */
  #shown: HTMLElement | undefined

  /** @param box the page's element for it, if there is one */
  constructor(widgetType: WidgetType, options: WidgetOptions, box: HTMLElement | null | undefined) {
    // oxlint-disable-next-line react/iframe-missing-sandbox -- nothing is ever in it
    this.#shown = box?.appendChild(box.ownerDocument.createElement('iframe'))
    this.widgetType = widgetType
    this.options = options
    this.instance = {
      on: (name, call) => {
        const listener: Listener = { name, call }
        this.#listeners.add(listener)
        const problem = explainMessage({ type: 'listener', name })
        if (problem) void this.fail(problem.code, problem.sentence)
        else if (staysTrue.includes(name) && this.#said.has(name))
          void this.#tell(listener, this.#said.get(name))
        return () => void this.#listeners.delete(listener)
      },
      postMessage: (name, payload) => this.#hear(name, payload),
      destroyWidget: () => {
        this.isDestroyed = true
        this.#listeners.clear()
        this.#shown?.remove()
      },
      EventType,
    }
  }

  /** Whether the page listens to an event. */
  listensTo(name: EventType): boolean {
    return [...this.#listeners].some((listener) => listener.name === name)
  }

  /** Payloads of one command so far, oldest first. */
  commandsOf<C extends WidgetCommand>(name: C): EventPayloads[C][] {
    return this.commands.filter((one) => one.name === name).map(({ payload }) => payload as EventPayloads[C])
  }

  /**
   * Emits an event to the page, as if from the frame. A destroyed widget emits nothing.
   *
   * @returns resolves when every listener has been called; with React, `await act(() => widget.emit(…))`
   */
  async emit<E extends WidgetEvent>(name: E, payload: EventPayloads[E]): Promise<void> {
    if (name === 'ERROR') this.#giveUp((payload as EventPayloads['ERROR']).code)
    this.#said.set(name, payload)
    await Promise.all(
      [...this.#listeners]
        .filter((listener) => listener.name === name)
        .map((one) => this.#tell(one, payload)),
    )
  }

  /** Becomes ready: the page hears READY, and the callback of `load` is called. */
  becomeReady(): Promise<void> {
    return this.emit('READY', new Date())
  }

  /** Has the page hear an ERROR. */
  fail(code: LoaderErrorCode, message?: string): Promise<void> {
    return this.emit('ERROR', sampleError(code, message))
  }

  /** Asks the page for a one-time token as the frame does when a session has to be renewed; rejects as the page does. */
  async askForToken(): Promise<string> {
    const { getAuthToken } = this.options
    if (!getAuthToken) throw new Error('the page gave no getAuthToken')
    return getAuthToken()
  }

  #giveUp(code: LoaderErrorCode): void {
    if (!this.#shown || !withoutFrame.includes(code)) return
    const line = this.#shown.ownerDocument.createElement('div')
    line.textContent = `ERROR ${code}`
    this.#shown.replaceWith(line)
    this.#shown = line
  }

  #hear(name: WidgetCommand, payload: unknown): void {
    if (this.isDestroyed) return
    const copy = plainCopy(payload)
    const problem = explainMessage({ type: 'command', name, payload: copy })
    if (problem) return void this.fail(problem.code, problem.sentence)
    this.commands.push({ name, payload: copy } as RecordedCommand)
  }

  /** In a separate microtask, like the loader: an exception in a listener affects no other. */
  #tell(listener: Listener, payload: unknown): Promise<void> {
    return new Promise((done) => {
      queueMicrotask(() => {
        done()
        if (!this.isDestroyed && this.#listeners.has(listener)) listener.call(payload as never)
      })
    })
  }
}
