/** Events that a page receives from its widgets, recorded in the test from before its first script. */
import type { Page } from '@playwright/test'
import type { EventPayloads, WidgetCommand, WidgetEvent } from '#contract/bridge/bridge.ts'
import type { WidgetOptions } from '#contract/bridge/options/options.ts'
import { type Tap, tapLoader, tapName, type TappedEvent } from './tap.ts'
import { defaultTimeoutMs } from './waiting.ts'

/** One event as the page received it. */
export type RecordedEvent = {
  [E in WidgetEvent]: {
    type: E
    payload: EventPayloads[E]
    /** Id of the element that the widget is in. */
    destination: string
  }
}[WidgetEvent]

type Waiter = { check: () => void }

/**
 * The page's events in order, also across reloads and navigations. Tickets are recorded only if the
 * page itself listens to them, because the widget shows its user whether the page does. An error
 * that `load` throws is recorded as ERROR.
 */
export class WidgetEvents {
  readonly all: RecordedEvent[] = []
  readonly #timeout: number
  readonly #waiters = new Set<Waiter>()

  /** @param timeout Default timeout of `hears`, milliseconds. */
  constructor(timeout = defaultTimeoutMs) {
    this.#timeout = timeout
  }

  /** Payloads of one event so far, oldest first. */
  of<E extends WidgetEvent>(type: E, destination?: string): EventPayloads[E][] {
    return this.all
      .filter((event) => event.type === type && (!destination || event.destination === destination))
      .map(({ payload }) => payload as EventPayloads[E])
  }

  /**
   * Waits for the `count`th payload of an event and returns it; past events count too.
   *
   * @param count 1 = the first since the test began. `of(type).length + 1` before a step is the
   *   next.
   */
  hears<E extends WidgetEvent>(
    type: E,
    {
      count = 1,
      destination,
      timeout = this.#timeout,
    }: { count?: number | undefined; destination?: string | undefined; timeout?: number | undefined } = {},
  ): Promise<EventPayloads[E]> {
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer)
        this.#waiters.delete(waiter)
      }
      const waiter = {
        check: () => {
          const payloads = this.of(type, destination)
          if (payloads.length < count) return
          end()
          resolve(payloads[count - 1]!)
        },
      }
      const timer = setTimeout(() => {
        end()
        const receivedTypes = this.all.map((event) => event.type).join(', ') || 'nothing'
        reject(
          new Error(
            `Waited ${timeout} ms for the page to hear ${type} ${count}×. It heard: ${receivedTypes}`,
          ),
        )
      }, timeout)
      this.#waiters.add(waiter)
      waiter.check()
    })
  }

  /** Records an event from the page. */
  add({ destination, type, payload }: TappedEvent): void {
    this.all.push({ destination, type, payload } as RecordedEvent)
    for (const waiter of this.#waiters) waiter.check()
  }
}

const binding = 'serviceWidgetTold'
const recorded = new WeakMap<object, Promise<WidgetEvents>>()

/**
 * Records a page's events from its next navigation on: call it before `page.goto`. Repeated calls have no
 * effect.
 *
 * @param timeout Default timeout of `hears`, milliseconds. Default: 15,000.
 */
export function recordEvents(
  page: Pick<Page, 'exposeFunction' | 'addInitScript'>,
  timeout?: number,
): Promise<WidgetEvents> {
  const existing = recorded.get(page)
  if (existing) return existing
  const starting = (async () => {
    const events = new WidgetEvents(timeout)
    await page.exposeFunction(binding, (event: TappedEvent) => events.add(event))
    await page.addInitScript(tapLoader, { binding, name: tapName })
    return events
  })()
  recorded.set(page, starting)
  return starting
}

/**
 * Overrides options that a page passes to `load`, from its next navigation on, for example with a test key and a test
 * `userId`. An `apiKey` replaces a token, and the other way round.
 */
export async function overrideOptions(
  page: Pick<Page, 'exposeFunction' | 'addInitScript'>,
  overrides: Partial<Omit<WidgetOptions, 'getAuthToken' | 'destinationId'>>,
): Promise<void> {
  await recordEvents(page)
  await page.addInitScript(
    ({ name, overrides }) => {
      const tap = (window as unknown as Record<string, Tap | undefined>)[name]
      if (tap) Object.assign(tap.overrides, overrides)
    },
    { name: tapName, overrides },
  )
}

/** Sends a command to a widget of a recorded page, like the page itself. */
export async function sendCommand<C extends WidgetCommand>(
  page: Pick<Page, 'evaluate'>,
  command: C,
  payload: EventPayloads[C],
  destination?: string,
): Promise<void> {
  await page.evaluate(
    ({ name, command, payload, destination }) => {
      const { widgets = {} } = (window as unknown as Record<string, Tap | undefined>)[name] ?? {}
      const widget = destination ? widgets[destination] : Object.values(widgets).at(-1)
      if (!widget)
        throw new Error(`no widget in ${destination ?? 'this page'}: was it recorded before it was opened?`)
      widget.postMessage(command, payload)
    },
    { name: tapName, command, payload, destination },
  )
}
