/**
 * Runs in the page under test, before its own scripts: a proxy between the page and the loader that records
 * events and can change the page's options. Serialised by Playwright: it must be self-contained.
 */

/** What crosses from the page to the test. */
export type Told = { destination: string; type: string; payload: unknown }

/** The name under which the page's side is found again. */
export const tapName = 'serviceWidgetTap'

/** The page's side: what options to give instead, and the widgets by their destination. */
export type Tap = { overrides: Record<string, unknown>; widgets: Record<string, TappedWidget> }

type TappedWidget = {
  on: (type: string, callback: (payload: unknown) => void) => () => void
  postMessage: (type: string, payload: unknown) => void
}
type TappedLoader = {
  load: (type: unknown, options: Record<string, unknown>, callback?: unknown) => TappedWidget
}

/** @param binding name of the page's function that reaches the test */
export function tapLoader({ binding, name }: { binding: string; name: string }): void {
  const page = window as unknown as Record<string, unknown>
  const tap = (page[name] ??= { overrides: {}, widgets: {} }) as Tap
  /** Of an Error its fields, which it would lose on the way. */
  const plain = (payload: unknown) =>
    payload instanceof Error ? Object.assign({}, payload, { message: payload.message }) : payload
  let loader: TappedLoader | undefined

  function follow(widget: TappedWidget, destination: string): TappedWidget {
    const tell = (type: string) => (payload: unknown) =>
      void (page[binding] as (told: Told) => Promise<void>)({ destination, type, payload: plain(payload) })
    for (const type of ['READY', 'SYMBOL_CHANGED', 'ERROR', 'CONNECTION']) widget.on(type, tell(type))
    // The widget tells its user whether the page listens to tickets, so this listens only if the page does.
    let heard = false
    const { on } = widget
    widget.on = (type, callback) => {
      if (type === 'TRADE_TICKET_EXECUTE' && !heard) {
        heard = true
        on(type, tell(type))
      }
      return on(type, callback)
    }
    tap.widgets[destination] = widget
    return widget
  }

  Object.defineProperty(page, 'serviceWidgetLoader', {
    configurable: true,
    enumerable: true,
    get: () => loader,
    set(value: TappedLoader) {
      loader = value && {
        ...value,
        load(type, given, callback) {
          const options = { ...given, ...tap.overrides }
          // One credential takes the place of the other.
          if (tap.overrides['apiKey'])
            for (const other of ['authToken', 'getAuthToken']) delete options[other]
          if (tap.overrides['authToken']) delete options['apiKey']
          const destination = String(options['destinationId'])
          try {
            return follow(value.load(type, options, callback), destination)
          } catch (error) {
            void (page[binding] as (told: Told) => Promise<void>)({
              destination,
              type: 'ERROR',
              payload: plain(error),
            })
            throw error
          }
        },
      }
    },
  })
}
