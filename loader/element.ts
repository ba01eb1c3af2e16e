/**
 * The package's entry `/element`: `<service-widget src="https://SERVICE/widgetLoader" api-key="…" user-id="…">`.
 *
 * Every option is an attribute (`show-header="false"`, `user-id`); `getAuthToken` is a property. `theme`, `symbol` and
 * `locale` reach the widget on screen, any other change makes a new one. Importing defines the element, once, and does
 * nothing on a server. It must stand in the document, not in a shadow root: the loader looks it up by its id.
 */
import { type EventPayloads, EventType, type WidgetCommand, type WidgetError } from '#contract/bridge.ts'
import { type GetAuthToken, optionTable, type WidgetOptions, type WidgetType } from '#contract/options.ts'
import { loadServiceWidget } from './package-entry.ts'
import type { WidgetInstance } from './widget.ts'

/** The element's own events; `detail` is the payload. They do not bubble. */
export type ServiceWidgetEvents = {
  ready: CustomEvent<EventPayloads['READY']>
  symbolchanged: CustomEvent<EventPayloads['SYMBOL_CHANGED']>
  tradeticketexecute: CustomEvent<EventPayloads['TRADE_TICKET_EXECUTE']>
  error: CustomEvent<WidgetError>
}

/** `<service-widget>` as a script sees it. */
export type ServiceWidgetElement = {
  addEventListener: <E extends keyof ServiceWidgetEvents>(
    type: E,
    listener: (event: ServiceWidgetEvents[E]) => void,
    options?: boolean | AddEventListenerOptions,
  ) => void
  /** Gives a fresh one-time token; set it before the element is connected, or before `src`. */
  getAuthToken?: GetAuthToken | undefined
  /** The widget that is shown. */
  readonly widget?: WidgetInstance | undefined
} & HTMLElement

declare global {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface HTMLElementTagNameMap {
    'service-widget': ServiceWidgetElement
  }
}

/** Attributes that the widget on screen follows. A new command needs its row. */
const commands = {
  SET_SYMBOL: (symbol) => ({ symbol }),
  SET_THEME: (theme) => ({ theme: theme as EventPayloads['SET_THEME']['theme'] }),
  SET_LOCALE: (locale) => ({ locale }),
} satisfies { [C in WidgetCommand]: (value: string) => EventPayloads[C] }

const commandOf = (attribute: string) => `SET_${attribute.toUpperCase()}` as WidgetCommand
const attributeOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Attribute → the option it gives. */
const optionNames = new Map(
  Object.entries(optionTable)
    .filter(([name, row]) => row.kind !== 'function' && name !== 'destinationId')
    .map(([name, row]) => [attributeOf(name), { name, flag: row.kind === 'boolean' }]),
)
/** Events that leave the element, by the name they leave under. */
const told = ['READY', 'SYMBOL_CHANGED', 'TRADE_TICKET_EXECUTE', 'ERROR'] as const
let count = 0

function define(): void {
  class ServiceWidgetTag extends HTMLElement {
    static observedAttributes = ['src', 'integrity', 'widget-type', ...optionNames.keys()]
    // Set, perhaps, before the element was defined.
    declare getAuthToken: GetAuthToken | undefined
    widget: WidgetInstance | undefined
    /** Rises with every start and end, so that a start that was overtaken knows it. */
    #turn = 0

    connectedCallback() {
      this.#start()
    }

    disconnectedCallback() {
      this.#end()
    }

    /** With this, `moveBefore` leaves the widget alone. */
    connectedMoveCallback() {}

    attributeChangedCallback(name: string, before: string | null, value: string | null) {
      if (before === value || !this.isConnected) return
      const command = commandOf(name)
      if (!(command in commands)) this.#start()
      else if (value && this.widget) this.widget.postMessage(command, commands[command](value))
    }

    #end() {
      this.#turn += 1
      this.widget?.destroyWidget()
      this.widget = undefined
    }

    #start() {
      this.#end()
      const turn = this.#turn
      const read = (name: string) => this.getAttribute(name) ?? undefined
      this.id ||= `service-widget-${(count += 1)}`
      // Later, so that attributes that are set one after another make one widget.
      queueMicrotask(() => {
        const src = read('src')
        if (turn !== this.#turn || !src) return
        loadServiceWidget({ src, integrity: read('integrity'), nonce: this.nonce || undefined })
          .then((loader) => {
            if (turn !== this.#turn) return
            const widget = loader.load((read('widget-type') ?? 'pro') as WidgetType, this.#options())
            this.widget = widget
            for (const name of told) widget.on(EventType[name], (detail) => this.#tell(name, detail))
          })
          .catch((error: unknown) => {
            if (turn !== this.#turn) return
            console.error(error)
            this.#tell('ERROR', error)
          })
      })
    }

    #options(): WidgetOptions {
      const options: Record<string, unknown> = { destinationId: this.id }
      for (const [attribute, { name, flag }] of optionNames) {
        const value = this.getAttribute(attribute)
        // As in HTML, a flag that is there is on; `"false"` is for those that are on by default.
        if (value !== null) options[name] = flag ? value !== 'false' : value
      }
      if (this.getAuthToken) options['getAuthToken'] = () => this.getAuthToken!()
      return options as WidgetOptions
    }

    #tell(name: string, detail: unknown) {
      this.dispatchEvent(new CustomEvent(name.toLowerCase().replaceAll('_', ''), { detail }))
    }
  }
  customElements.define('service-widget', ServiceWidgetTag)
}

if (typeof customElements !== 'undefined' && !customElements.get('service-widget')) define()
