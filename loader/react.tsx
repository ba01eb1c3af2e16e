/** The package's entry `/react`: the widget as a component. React is the page's own, 18 or newer. */
import { type CSSProperties, useEffect, useId, useRef } from 'react'
import type { EventPayloads, Sentiment, TradeTicket, WidgetCommand, WidgetError } from '#contract/bridge.ts'
import type { WidgetOptions, WidgetType } from '#contract/options.ts'
import { type LoaderSource, loadServiceWidget } from './package-entry.ts'
import type { WidgetInstance } from './widget.ts'

type Options = Omit<WidgetOptions, 'destinationId'>

/**
 * The options of `load`, where the loader is, and what to do when something happens. `symbol`, `sentiment`, `theme` and
 * `locale` may change at any time and reach the widget on screen; any other change of an option makes a new widget.
 * Functions may change at any time.
 */
export type ServiceWidgetProps = Options &
  LoaderSource & {
    /** Default: `pro`. */
    type?: WidgetType | undefined
    /** Direction that goes with a later change of `symbol`. */
    sentiment?: Sentiment | undefined
    /** Each time a widget has become usable; it is the instance that `load` gave. */
    onReady?: ((widget: WidgetInstance) => void) | undefined
    onSymbolChanged?: ((symbol: string) => void) | undefined
    onTradeTicket?: ((ticket: TradeTicket) => void) | undefined
    /** Without it errors are on the console. */
    onError?: ((error: WidgetError) => void) | undefined
    className?: string | undefined
    style?: CSSProperties | undefined
  }

/** The commands that these props become; nothing to say where a prop is left out. A new command needs its row. */
const commands = {
  SET_SYMBOL: ({ symbol, sentiment }) => symbol && { symbol, ...(sentiment && { sentiment }) },
  SET_THEME: ({ theme }) => theme && { theme },
  SET_LOCALE: ({ locale }) => locale && { locale },
} satisfies { [C in WidgetCommand]: (props: ServiceWidgetProps) => EventPayloads[C] | '' | undefined }
const names = Object.keys(commands) as WidgetCommand[]

type Plain = Omit<Options, 'getAuthToken'>

/** Props that are no options, or a function. A new one needs its name here. */
const own = {
  src: 1,
  integrity: 1,
  nonce: 1,
  retries: 1,
  timeoutMs: 1,
  type: 1,
  sentiment: 1,
  onReady: 1,
  onSymbolChanged: 1,
  onTradeTicket: 1,
  onError: 1,
  className: 1,
  style: 1,
  getAuthToken: 1,
} satisfies Record<Exclude<keyof ServiceWidgetProps, keyof Plain>, 1>

/** The options among the props. Compiles while all of them can be compared as text: a new function is not forgotten. */
const optionsOf = (props: ServiceWidgetProps) =>
  Object.fromEntries(Object.entries(props).filter(([name]) => !(name in own))) as Plain satisfies {
    [N in keyof Plain]?: string | boolean | undefined
  }

/** A widget on screen. */
type Shown = {
  widget: WidgetInstance
  /** The last text of each command. */
  told: Record<string, string | undefined>
  /** Symbols it changed to by itself that the page has not handed back, and when it did so last. */
  heard: string[]
  at: number
}

/** Milliseconds within which a page that keeps the symbol hands it back. */
const echo = 1000

/**
 * Whether a page hands back a symbol that it has just heard of. Sent to the widget it would undo a later change there,
 * which the page would hear of and hand back in turn, for ever.
 */
function isEcho(shown: Shown, symbol: string): boolean {
  const recent = performance.now() - shown.at < echo ? shown.heard : shown.heard.slice(-1)
  const isKnown = recent.includes(symbol)
  shown.heard = isKnown ? recent.slice(recent.lastIndexOf(symbol) + 1) : []
  return isKnown
}

export function ServiceWidget(props: ServiceWidgetProps) {
  const id = useId()
  const latest = useRef(props)
  const shown = useRef<Shown>(undefined)
  const { src, type = 'pro', getAuthToken } = props
  const canRenew = !!getAuthToken
  const fixed = JSON.stringify({
    ...optionsOf(props),
    symbol: undefined,
    theme: undefined,
    locale: undefined,
  })

  useEffect(() => {
    latest.current = props
    const now = shown.current
    if (!now) return
    for (const name of names) {
      const payload = commands[name](props)
      const text = JSON.stringify(payload)
      if (text === now.told[name]) continue
      now.told[name] = text
      const { symbol, sentiment } = Object(payload) as { symbol?: string; sentiment?: string }
      if (!payload || (symbol && isEcho(now, symbol) && !sentiment)) continue
      now.widget.postMessage(name, payload)
    }
  })

  useEffect(() => {
    let gone = false
    loadServiceWidget({ ...latest.current, src })
      .then((loader) => {
        // StrictMode's first mount is gone by now.
        if (gone) return
        const given = latest.current
        const { symbol, theme, locale } = given
        const widget = loader.load(type, {
          ...(JSON.parse(fixed) as WidgetOptions),
          symbol,
          theme,
          locale,
          destinationId: id,
          ...(canRenew && { getAuthToken: () => latest.current.getAuthToken!() }),
        })
        const told = Object.fromEntries(names.map((name) => [name, JSON.stringify(commands[name](given))]))
        const now: Shown = { widget, told, heard: [], at: 0 }
        shown.current = now
        widget.on('READY', () => latest.current.onReady?.(widget))
        widget.on('SYMBOL_CHANGED', (symbol) => {
          now.heard.push(symbol)
          now.at = performance.now()
          latest.current.onSymbolChanged?.(symbol)
        })
        widget.on('TRADE_TICKET_EXECUTE', (ticket) => latest.current.onTradeTicket?.(ticket))
        widget.on('ERROR', (error) => latest.current.onError?.(error))
      })
      .catch((error: WidgetError) => gone || (latest.current.onError ?? console.error)(error))
    return () => {
      gone = true
      shown.current?.widget.destroyWidget()
      shown.current = undefined
    }
  }, [id, src, type, fixed, canRenew])

  return <div id={id} className={props.className} style={props.style} />
}
