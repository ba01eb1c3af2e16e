/**
 * Runs in the page under test, before its own scripts: a proxy between the page and the loader that records
 * events and can change the page's options. Serialised by Playwright: it must be self-contained.
 */

/** An event that the page sends to the test. */
export type TappedEvent = { destination: string; type: string; payload: unknown }

/** Name of the global with the state in the page. */
export const tapName = 'serviceWidgetTap'

/** State in the page: overridden options, and the widgets by their destination. */
export type Tap = { overrides: Record<string, unknown>; widgets: Record<string, TappedWidget> }

type TappedWidget = {
  on: (type: string, callback: (payload: unknown) => void) => () => void
  postMessage: (type: string, payload: unknown) => void
}
type TappedLoader = {
  load: (type: unknown, options: Record<string, unknown>, callback?: unknown) => TappedWidget
}

/** @param binding name of the page's function that calls the test */
export function tapLoader({ binding, name }: { binding: string; name: string }): void {
  const globalObject = window as unknown as Record<string, unknown>
  const tap = (globalObject[name] ??= { overrides: {}, widgets: {} }) as Tap
  /** Copies the fields of an Error, which serialisation would lose. */
  const plainPayload = (payload: unknown) =>
    payload instanceof Error ? Object.assign({}, payload, { message: payload.message }) : payload
  let loader: TappedLoader | undefined

  function forwardEvents(widget: TappedWidget, destination: string): TappedWidget {
    const forward = (type: string) => (payload: unknown) =>
      void (globalObject[binding] as (event: TappedEvent) => Promise<void>)({
        destination,
        type,
        payload: plainPayload(payload),
      })
    for (const type of ['READY', 'SYMBOL_CHANGED', 'ERROR', 'CONNECTION', 'STATE_CHANGED'])
      widget.on(type, forward(type))
    // The widget tells its user whether the page listens to tickets, so this listens only if the page does.
    let isForwardingTickets = false
    const { on } = widget
    widget.on = (type, callback) => {
      if (type === 'TRADE_TICKET_EXECUTE' && !isForwardingTickets) {
        isForwardingTickets = true
        on(type, forward(type))
      }
      return on(type, callback)
    }
    tap.widgets[destination] = widget
    return widget
  }

  Object.defineProperty(globalObject, 'serviceWidgetLoader', {
    configurable: true,
    enumerable: true,
    get: () => loader,
    set(value: TappedLoader) {
      loader = value && {
        ...value,
        load(type, pageOptions, callback) {
          const options = { ...pageOptions, ...tap.overrides }
          // An overridden credential replaces the other kind.
          if (tap.overrides['apiKey'])
            for (const credential of ['authToken', 'getAuthToken']) delete options[credential]
          if (tap.overrides['authToken']) delete options['apiKey']
          const destination = String(options['destinationId'])
          try {
            return forwardEvents(value.load(type, options, callback), destination)
          } catch (error) {
            void (globalObject[binding] as (event: TappedEvent) => Promise<void>)({
              destination,
              type: 'ERROR',
              payload: plainPayload(error),
            })
            throw error
          }
        },
      }
    },
  })
}
