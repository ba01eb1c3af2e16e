/** The package's entry `/react`: the widget as a component. React is the page's own, 18 or newer. */
'use client'
import { type CSSProperties, useEffect, useReducer, useRef } from 'react'
import type { Sentiment, TradeTicket, WidgetError } from '#contract/bridge.ts'
import type { WidgetOptions, WidgetType } from '#contract/options.ts'
import { isOffline, showFailure } from '../fallback.ts'
import { type LoaderSource, loadServiceWidget } from './module.ts'
import type { WidgetInstance } from '../widget.ts'

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

/** Options that make a new widget when they change. */
type Fixed = Omit<Options, 'getAuthToken' | 'symbol' | 'theme' | 'locale'>

/** A widget on screen. */
type Shown = {
  widget: WidgetInstance
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
  const place = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  const shown = useRef<Shown>(undefined)
  const [turn, again] = useReducer((count: number) => count + 1, 0)
  /* oxlint-disable no-unused-vars -- named so that they are not among the options. A new prop that is none, or a
     function, needs its name here: without it nothing compiles. */
  const {
    src,
    integrity,
    nonce,
    retries,
    timeoutMs,
    type = 'pro',
    symbol,
    sentiment,
    theme,
    locale,
    getAuthToken,
    onReady,
    onSymbolChanged,
    onTradeTicket,
    onError,
    className,
    style,
    ...options
  } = props
  /* oxlint-enable no-unused-vars */
  const canRenew = !!getAuthToken
  // A TrustedScriptURL may be a new object at every render.
  const address = `${src}`
  const fixed = JSON.stringify(
    options satisfies { [N in keyof Fixed]?: string | boolean | undefined } & Record<
      Exclude<keyof typeof options, keyof Fixed>,
      never
    >,
  )

  // oxlint-disable-next-line react-hooks/exhaustive-deps -- sets state at a change of the theme only
  useEffect(() => {
    const before = latest.current
    latest.current = props
    const now = shown.current
    // A theme that was refused may be right now.
    if (!now) return void (before.theme === theme || again())
    const { widget } = now
    if (symbol && (symbol !== before.symbol || sentiment !== before.sentiment))
      if (!isEcho(now, symbol) || sentiment) widget.postMessage('SET_SYMBOL', { symbol, sentiment })
    if (theme && theme !== before.theme) widget.postMessage('SET_THEME', { theme })
    if (locale && locale !== before.locale) widget.postMessage('SET_LOCALE', { locale })
  })

  useEffect(() => {
    const box = place.current!
    // Not `useId`, which two roots on one page may share.
    box.id ||= `service-widget-${Math.random()}`
    let gone = false
    const retry = () => isOffline(box) && again()
    addEventListener('online', retry)
    loadServiceWidget(latest.current)
      .then((loader) => {
        // StrictMode's first mount is gone by now.
        if (gone) return
        const { symbol, theme, locale } = latest.current
        const widget = loader.load(type, {
          ...options,
          symbol,
          theme,
          locale,
          destinationId: box.id,
          getAuthToken: canRenew ? () => latest.current.getAuthToken!() : undefined,
        })
        const now: Shown = { widget, heard: [], at: 0 }
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
      .catch((error: WidgetError) => {
        if (gone) return
        const { onError = console.error } = latest.current
        showFailure(box, error.code, latest.current)
        onError(error)
      })
    return () => {
      gone = true
      removeEventListener('online', retry)
      shown.current?.widget.destroyWidget()
      shown.current = undefined
      box.replaceChildren()
    }
    // oxlint-disable-next-line react/exhaustive-deps, react/exhaustive-effect-dependencies -- `address` stands for `src`, `fixed` for `options`, and `turn` is another try
  }, [address, type, fixed, canRenew, turn])

  return <div ref={place} className={className} style={style} />
}
