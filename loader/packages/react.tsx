/** The package's entry `/react`: the widget as a component. React is the page's own, 18 or newer. */
'use client'
import { type CSSProperties, type ReactNode, useEffect, useReducer, useRef, useState } from 'react'
import type { EventPayloads, Sentiment, WidgetError } from '#contract/bridge/bridge.ts'
import type { WidgetCredentials, WidgetSettings, WidgetType } from '#contract/bridge/options.ts'
import { showFailure } from './failure-line.ts'
import { keepWidget, type Standing, type WidgetFailure } from './keep-widget.ts'
import type { LoaderSource } from './module.ts'
import { coverWidget, reservedHeight } from './reserved-height.ts'
import { answerTicket, type TicketHandler } from './ticket-answer.ts'
import type { WidgetInstance } from '../widget.ts'

export type { WidgetError, WidgetEvent } from '#contract/bridge/bridge.ts'
export type { Holding, OpenOption } from '#contract/bridge/holdings.ts'
export type { Locale } from '#contract/text/locales.ts'
export type { GetAuthToken, Theme, WidgetCredentials, WidgetType } from '#contract/bridge/options.ts'
export type { OptionLeg, SecurityLeg, TradeTicket } from '#contract/bridge/trade-ticket.ts'
export type { WidgetInstance } from '../widget.ts'
export type { WidgetFailure } from './keep-widget.ts'
export type { TicketAnswer, TicketHandler } from './ticket-answer.ts'

type Options = Omit<WidgetSettings, 'destinationId'>

/** Props of the component besides the options of `load`. */
type Own = {
  /** Default: `pro`. */
  type?: WidgetType | undefined
  /** Direction that goes with a later change of `symbol`. */
  sentiment?: Sentiment | undefined
  /** Each time a widget has become usable; it is the instance that `load` gave. */
  onReady?: ((widget: WidgetInstance) => void) | undefined
  onSymbolChanged?: ((symbol: string) => void) | undefined
  /**
   * Called when the user presses Trade. Its result, or its promise's, is shown to the user; without this prop
   * the widget shows that the page accepts no tickets.
   */
  onTradeTicket?: TicketHandler | undefined
  /** Whether quotes reach the widget, each time that changes. */
  onConnection?: ((connection: EventPayloads['CONNECTION']) => void) | undefined
  /** Without it errors go to the console. A repeated failure is reported once, however often it is retried. */
  onError?: ((error: WidgetError) => void) | undefined
  /** Stands in the box until the widget is usable, on the server too. Without it that is the widget's own outline. */
  fallback?: ReactNode
  /** Shown in the box if there can be no widget. By default a line with the code and, if it helps, a button. */
  errorFallback?: ReactNode | ((failure: WidgetFailure) => ReactNode)
  /** Label of that button. Default: `Try again` in the language of `locale`, or the browser's. */
  tryAgainText?: string | undefined
  className?: string | undefined
  style?: CSSProperties | undefined
}

/**
 * The options of `load`, where the loader is, and what to do when something happens. `symbol`, `sentiment`, `theme`,
 * `locale` and `holdings` may change at any time and reach the widget on screen; any other change of an option makes a new widget.
 * Functions may change at any time.
 */
export type ServiceWidgetProps = Options & WidgetCredentials & LoaderSource & Own

/** Options that make a new widget when they change. */
type Fixed = Omit<Options, 'symbol' | 'theme' | 'locale' | 'holdings'> & {
  apiKey?: string
  authToken?: string
}

/** A widget on screen. */
type Shown = {
  widget: WidgetInstance
  /** Symbols that the widget changed to and the page has not set yet, and the time of the last one. */
  heard: string[]
  at: number
  /** Whether the widget knows that the page listens to tickets. */
  hearsTickets?: true
}

/** Milliseconds within which a page that keeps the symbol hands it back. */
const echo = 1000

/**
 * Whether a page sets a symbol that the widget has just reported. Sent back, it would undo a later change in
 * the widget, which the page would set again, in an endless loop.
 */
function isEcho(shown: Shown, symbol: string): boolean {
  const recent = performance.now() - shown.at < echo ? shown.heard : shown.heard.slice(-1)
  const isKnown = recent.includes(symbol)
  shown.heard = isKnown ? recent.slice(recent.lastIndexOf(symbol) + 1) : []
  return isKnown
}

/** A percentage refers to a height of the page; a pixel of difference would move the content below. */
function reserve(box: HTMLElement, { height, style }: ServiceWidgetProps, standing: Standing): void {
  if (style?.minHeight == null && style?.height == null)
    box.style.minHeight = reservedHeight(height, standing === 'frame')
}

/** First in the box is what waits for the widget, last the place of the widget. */
function arrange(box: HTMLElement, standing: Standing, fallback: ReactNode): void {
  const isCovered = standing === 'coming' && !!fallback
  ;(box.firstElementChild as HTMLElement | SVGElement).style.display = isCovered ? 'flow-root' : 'none'
  coverWidget(box, box.lastElementChild as HTMLElement, isCovered)
}

export function ServiceWidget(props: ServiceWidgetProps) {
  const outer = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  const shown = useRef<Shown>(undefined)
  const [standing, setStanding] = useState<Standing>('coming')
  const [turn, again] = useReducer((count: number) => count + 1, 0)
  /* oxlint-disable no-unused-vars -- named so that they are not among the options. A new prop that is none, or a
     function, needs its name here: without it nothing compiles. */
  const {
    src,
    retries,
    timeoutMs,
    type = 'pro',
    sentiment,
    symbol,
    theme,
    locale,
    holdings,
    integrity,
    getAuthToken,
    nonce,
    onReady,
    onSymbolChanged,
    onTradeTicket,
    onConnection,
    onError,
    fallback,
    tryAgainText,
    className,
    style,
    errorFallback,
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
    reserve(outer.current!, props, standing)
    arrange(outer.current!, standing, fallback)
    const now = shown.current
    // A theme that was refused may be right now.
    if (!now) {
      if (before.theme !== theme) again()
      return
    }
    listenToTickets(now, latest)
    if (symbol && (symbol !== before.symbol || sentiment !== before.sentiment))
      if (!isEcho(now, symbol) || sentiment) now.widget.postMessage('SET_SYMBOL', { symbol, sentiment })
    // As text: a new array of the same holdings is no news.
    for (const name of ['theme', 'locale', 'holdings'] as const) {
      const said = props[name]
      if (said && JSON.stringify(said) !== JSON.stringify(before[name]))
        now.widget.postMessage(`SET_${name.toUpperCase()}` as 'SET_LOCALE', { [name]: said } as never)
    }
  })

  useEffect(() => {
    const box = outer.current!
    const place = box.lastElementChild as HTMLElement
    // Not `useId`, which two roots on one page may share.
    place.id ||= `service-widget-${Math.random()}`
    const end = keepWidget(place, {
      read() {
        const { current } = latest
        const { symbol, theme, locale, holdings } = current
        const renewal = canRenew ? { getAuthToken: () => latest.current.getAuthToken!() } : {}
        return {
          source: current,
          type,
          options: { ...options, symbol, theme, locale, holdings, ...renewal },
        }
      },
      stands(standing) {
        if (typeof standing === 'object') {
          shown.current = undefined
          if (latest.current.errorFallback === undefined) showFailure(place, standing, latest.current)
        }
        arrange(box, standing, latest.current.fallback)
        setStanding(standing)
      },
      began(widget) {
        const now: Shown = { widget, heard: [], at: 0 }
        shown.current = now
        widget.on('READY', () => latest.current.onReady?.(widget))
        widget.on('SYMBOL_CHANGED', (symbol) => {
          now.heard.push(symbol)
          now.at = performance.now()
          latest.current.onSymbolChanged?.(symbol)
        })
        widget.on('CONNECTION', (connection) => latest.current.onConnection?.(connection))
        listenToTickets(now, latest)
      },
      erred(error) {
        const { onError = console.error } = latest.current
        onError(error)
      },
    })
    return () => {
      end()
      shown.current = undefined
    }
    // oxlint-disable-next-line react/exhaustive-deps, react/exhaustive-effect-dependencies -- `address` stands for `src`, `fixed` for `options`, and `turn` is another try
  }, [address, type, fixed, canRenew, turn])

  const failure = typeof standing === 'object' && standing
  const height = reservedHeight(props.height)
  return (
    <div ref={outer} className={className} style={style}>
      {fallback ? (
        // A block formatting context: margins of its content would move the box.
        <div style={{ minHeight: height, display: 'flow-root' }}>{standing === 'coming' && fallback}</div>
      ) : (
        // Keeps the height until a script can set it. By attributes: a policy may forbid styles in the markup.
        <svg display="block" width="0" height={height} aria-hidden />
      )}
      {failure && (typeof errorFallback === 'function' ? errorFallback(failure) : errorFallback)}
      <div />
    </div>
  )
}

/** From the first render with a ticket handler on: the widget tells the user whether the page listens. */
function listenToTickets(now: Shown, latest: { readonly current: ServiceWidgetProps }): void {
  if (now.hearsTickets || !latest.current.onTradeTicket) return
  now.hearsTickets = true
  now.widget.on('TRADE_TICKET_EXECUTE', (ticket) => {
    const { onTradeTicket, acknowledgesTickets } = latest.current
    if (onTradeTicket) void answerTicket(now.widget, ticket, onTradeTicket, acknowledgesTickets)
  })
}
