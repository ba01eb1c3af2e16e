/** A widget without a frame: it records commands, and emits events when the test asks for them. */
import {
  type EventPayloads,
  EventType,
  type WidgetCommand,
  type WidgetEvent,
} from '#contract/bridge/bridge.ts'
import type { LoaderErrorCode } from '#contract/bridge/bridge.ts'
import { explainMessage } from '#contract/bridge/message-problems.ts'
import type { WidgetOptions, WidgetType } from '#contract/bridge/options/options.ts'
import { plainCopy } from '#contract/bridge/plain-copy.ts'
import type { WidgetInstance } from '#loader/widget.ts'
import { sampleError } from './samples.ts'

/** A command as the page sent it. */
export type RecordedCommand = {
  [C in WidgetCommand]: { name: C; payload: EventPayloads[C] }
}[WidgetCommand]

type Listener = { name: string; call: (payload: never) => void }

/** Events that are replayed to later listeners. */
const replayedEvents: readonly string[] = ['READY', 'ERROR', 'CONNECTION']

/** Errors for which the loader replaces the frame with a line. The widget shows all others in its frame. */
const frameReplacingCodes: readonly string[] = [
  'CSP_BLOCKED',
  'TIMEOUT',
  'VERSION',
  'NETWORK',
  'FRAME_LOST',
  'INSECURE_PAGE',
]

export class FakeWidget {
  readonly widgetType: WidgetType
  /** As passed to `load`. */
  readonly options: WidgetOptions
  /** The return value of `load`. */
  readonly instance: WidgetInstance
  /** Valid commands of the page so far, oldest first. */
  readonly commands: RecordedCommand[] = []
  /** Whether the page destroyed it, or loaded another widget with the same destination. */
  isDestroyed = false
  readonly #listeners = new Set<Listener>()
  readonly #payloads = new Map<string, unknown>()
  /** The content of the page's element: a frame that loads nothing, or the failure line. */
  #content: HTMLElement | undefined

  /** @param box the page's element for it, if there is one */
  constructor(widgetType: WidgetType, options: WidgetOptions, box: HTMLElement | null | undefined) {
    // oxlint-disable-next-line react/iframe-missing-sandbox -- nothing is ever in it
    const frame = box?.ownerDocument.createElement('iframe')
    // Without it, happy-dom reports that it does not load the page `about:blank`.
    if (frame) frame.srcdoc = ''
    this.#content = frame && box?.appendChild(frame)
    this.widgetType = widgetType
    this.options = options
    this.instance = {
      on: (name, call) => {
        const listener: Listener = { name, call }
        this.#listeners.add(listener)
        const problem = explainMessage({ type: 'listener', name })
        if (problem) void this.fail(problem.code, problem.sentence)
        else if (replayedEvents.includes(name) && this.#payloads.has(name))
          void this.#notify(listener, this.#payloads.get(name))
        return () => void this.#listeners.delete(listener)
      },
      postMessage: (name, payload) => this.#receive(name, payload),
      getState: () => (this.#payloads.get('STATE_CHANGED') as string | undefined) ?? options.state,
      destroyWidget: () => {
        this.isDestroyed = true
        this.#listeners.clear()
        this.#content?.remove()
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
    return this.commands
      .filter((command) => command.name === name)
      .map(({ payload }) => payload as EventPayloads[C])
  }

  /**
   * Emits an event to the page, as if from the frame. A destroyed widget emits nothing.
   *
   * @returns resolves when every listener has been called; with React, `await act(() => widget.emit(…))`
   */
  async emit<E extends WidgetEvent>(name: E, payload: EventPayloads[E]): Promise<void> {
    if (name === 'ERROR') this.#showFailure((payload as EventPayloads['ERROR']).code)
    this.#payloads.set(name, payload)
    await Promise.all(
      [...this.#listeners]
        .filter((listener) => listener.name === name)
        .map((listener) => this.#notify(listener, payload)),
    )
  }

  /** Emits READY, which also calls the callback of `load`. */
  becomeReady(): Promise<void> {
    return this.emit('READY', new Date())
  }

  /** Emits an ERROR. */
  fail(code: LoaderErrorCode, message?: string): Promise<void> {
    return this.emit('ERROR', sampleError(code, message))
  }

  /** Requests a one-time token from the page, like the frame when it renews a session; rejects if the page does. */
  async askForToken(): Promise<string> {
    const { getAuthToken } = this.options
    if (!getAuthToken) throw new Error('the options contain no function getAuthToken')
    return getAuthToken()
  }

  #showFailure(code: LoaderErrorCode): void {
    if (!this.#content || !frameReplacingCodes.includes(code)) return
    const line = this.#content.ownerDocument.createElement('div')
    line.textContent = `ERROR ${code}`
    this.#content.replaceWith(line)
    this.#content = line
  }

  #receive(name: WidgetCommand, payload: unknown): void {
    if (this.isDestroyed) return
    const copy = plainCopy(payload)
    const problem = explainMessage({ type: 'command', name, payload: copy })
    if (problem) return void this.fail(problem.code, problem.sentence)
    this.commands.push({ name, payload: copy } as RecordedCommand)
  }

  /**
   * Calls the listener in a separate microtask, like the loader, so that its exception does not
   * affect other listeners.
   */
  #notify(listener: Listener, payload: unknown): Promise<void> {
    return new Promise((resolve) => {
      queueMicrotask(() => {
        resolve()
        if (!this.isDestroyed && this.#listeners.has(listener)) listener.call(payload as never)
      })
    })
  }
}
