/** The package's entry `/react`: the widget as a component. Uses the page's React, 18 or newer. */
'use client'
import { type CSSProperties, type ReactNode, useEffect, useReducer, useRef, useState } from 'react'
import type { EventPayloads, Sentiment, WidgetError } from '#contract/bridge/bridge.ts'
import { type LiveOption, liveOptions } from '#contract/bridge/options/live-options.ts'
import type {
  GetAuthToken,
  WidgetCredentials,
  WidgetSettings,
  WidgetType,
} from '#contract/bridge/options/options.ts'
import { showFailure } from './failure/failure-line.ts'
import { keepWidget, type WidgetStatus, type WidgetFailure } from './keep-widget.ts'
import { addressOf, type LoaderSource } from './module.ts'
import { setWidgetCovered, reservedHeight } from './reserved-height.ts'
import { answerTicket, type TicketHandler } from './ticket-answer.ts'
import type { WidgetInstance } from '../widget.ts'

export type { WidgetError, WidgetEvent } from '#contract/bridge/bridge.ts'
export type { Holding, OpenOption } from '#contract/bridge/holdings.ts'
export type { Locale } from '#contract/text/locales.ts'
export type { GetAuthToken, Theme, WidgetCredentials, WidgetType } from '#contract/bridge/options/options.ts'
export type { OptionLeg, SecurityLeg, TradeTicket } from '#contract/bridge/trade-ticket.ts'
export type { WidgetInstance } from '../widget.ts'
export type { WidgetFailure } from './keep-widget.ts'
export type { TicketAnswer, TicketHandler } from './ticket-answer.ts'

type Options = Omit<WidgetSettings, 'destinationId'>

/** Props of the component besides the options of `load`. */
type OwnProps = {
  /** `pro` has What, Why and How; `proStrategies` has only How. Default: `pro`. */
  type?: WidgetType | undefined
  /** Direction that goes with a later change of `symbol`. */
  sentiment?: Sentiment | undefined
  /** Called each time a widget becomes usable, with the instance that `load` returned. */
  onReady?: ((widget: WidgetInstance) => void) | undefined
  /** Called when the user goes to another symbol, with its ticker. */
  onSymbolChanged?: ((symbol: string) => void) | undefined
  /**
   * Called when the user presses Trade. Its result, or its promise's, is shown to the user; without this prop
   * the widget shows that the page accepts no tickets.
   */
  onTradeTicket?: TicketHandler | undefined
  /** Called each time the state of the quotes changes: live, stale or offline. */
  onConnection?: ((connection: EventPayloads['CONNECTION']) => void) | undefined
  /** Called with the text for `state` when the widget displays something else, at most once a second. */
  onStateChanged?: ((state: string) => void) | undefined
  /**
   * Called with each error; by default, errors are logged to the console. A failure that automatic retries repeat is
   * reported once.
   */
  onError?: ((error: WidgetError) => void) | undefined
  /** Shown in the box until the widget is usable, also by server rendering. Default: the widget's own skeleton. */
  fallback?: ReactNode
  /**
   * Shown in the box if no widget can be shown. Default: a sentence for your customers and, if a retry may
   * succeed, a button.
   */
  errorFallback?: ReactNode | ((failure: WidgetFailure) => ReactNode)
  /** Label of that button. Default: `Try again` in the language of `locale`, of the document, or of the browser. */
  tryAgainText?: string | undefined
  /** Class of the box. */
  className?: string | undefined
  /** Style of the box. */
  style?: CSSProperties | undefined
}

/**
 * The options of `load`, the address of the loader, and callbacks. Changes of `symbol`, `sentiment`, `theme`,
 * `accentColor`, `fontFamily`, `radius`, `density`, `locale` and `holdings` update the widget on screen; any other change of
 * an option creates a new widget. A `state` that the widget has just reported is no change. Functions may change at any time. A wrong value never throws while rendering:
 * `onError` receives it as `BAD_OPTION`.
 */
export type ServiceWidgetProps = Options & WidgetCredentials & LoaderSource & OwnProps

/** Options whose change creates a new widget. */
type RecreatingOptions = Omit<Options, LiveOption | 'symbol' | 'locale' | 'holdings' | 'state'> & {
  apiKey?: string
  authToken?: string
}

/** The current widget and its state. */
type ShownWidget = {
  widget: WidgetInstance
  /** Symbols that the widget changed to and the page has not set yet, and the time of the last one. */
  reportedSymbols: string[]
  reportedAt: number
  /** Whether the component listens to tickets of this widget. */
  listensToTickets?: true
}

/**
 * If the page sets a symbol within this time after the widget has reported it, that is an echo.
 * Milliseconds.
 */
const echoMs = 1000

/**
 * Whether the page sets a symbol that the widget has just reported. Sending it back would undo a
 * later change in the widget, which the page would then set again, in an endless loop.
 */
function isEcho(shown: ShownWidget, symbol: string): boolean {
  const echoCandidates =
    performance.now() - shown.reportedAt < echoMs ? shown.reportedSymbols : shown.reportedSymbols.slice(-1)
  const wasReported = echoCandidates.includes(symbol)
  shown.reportedSymbols = wasReported ? echoCandidates.slice(echoCandidates.lastIndexOf(symbol) + 1) : []
  return wasReported
}

/**
 * Reserves the widget's height with a `min-height`, unless the page sets a height: a difference of
 * one pixel would move the content below.
 */
function applyReservedHeight(
  box: HTMLElement,
  { height, style }: ServiceWidgetProps,
  status: WidgetStatus,
): void {
  const { minHeight, height: boxHeight } = styleOf(style) ?? {}
  if (minHeight == null && boxHeight == null) box.style.minHeight = reservedHeight(height, status === 'frame')
}

/** React throws for a style that is no object. */
const styleOf = (style: CSSProperties | null | undefined) =>
  (typeof style === 'object' ? style : null) ?? undefined

/** Returns the value as JSON; blank for values that JSON cannot represent, which `load` refuses. */
function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return ''
  }
}

/** Returns the callback; undefined for a value that is no function, which keepWidget reports. */
const callable = <F,>(callback: F): F | undefined => (typeof callback === 'function' ? callback : undefined)

/**
 * Shows the fallback or the widget. The first child of the box is the fallback, the last child
 * contains the widget.
 */
function showFallback(box: HTMLElement, status: WidgetStatus, fallback: ReactNode): void {
  const isCovered = status === 'loading' && !!fallback
  ;(box.firstElementChild as HTMLElement | SVGElement).style.display = isCovered ? 'flow-root' : 'none'
  setWidgetCovered(box, box.lastElementChild as HTMLElement, isCovered)
}

export function ServiceWidget(props: ServiceWidgetProps) {
  const boxRef = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  const shownRef = useRef<ShownWidget>(undefined)
  const [status, setStatus] = useState<WidgetStatus>('loading')
  const [attempt, retry] = useReducer((count: number) => count + 1, 0)
  /* oxlint-disable no-unused-vars -- listed so that `options` excludes them. A new prop that is not an option, or is a
     function, must be listed here, or the type check fails. */
  const {
    src,
    retries,
    timeoutMs,
    type = 'pro',
    sentiment,
    symbol,
    theme,
    accentColor,
    fontFamily,
    radius,
    density,
    locale,
    holdings,
    state,
    integrity,
    getAuthToken,
    nonce,
    onReady,
    onSymbolChanged,
    onTradeTicket,
    onConnection,
    onStateChanged,
    onError,
    fallback,
    tryAgainText,
    className,
    style,
    errorFallback,
    ...options
  } = props
  /* oxlint-enable no-unused-vars */
  // A value that is no function is passed on, because `load` refuses it.
  const renewal = callable(getAuthToken) ? 'function' : (getAuthToken as unknown)
  // A TrustedScriptURL may be a new object at every render.
  const address = addressOf(src)
  const recreatingOptionsJson = jsonOf(
    options satisfies { [N in keyof RecreatingOptions]?: string | boolean | undefined } & Record<
      Exclude<keyof typeof options, keyof RecreatingOptions>,
      never
    >,
  )

  // oxlint-disable-next-line react-hooks/exhaustive-deps -- sets state at a change of the theme only
  useEffect(() => {
    const previous = latest.current
    latest.current = props
    applyReservedHeight(boxRef.current!, props, status)
    showFallback(boxRef.current!, status, fallback)
    const shown = shownRef.current
    // The new theme may replace a refused one.
    if (!shown) {
      if (previous.theme !== theme) retry()
      return
    }
    if (state !== previous.state && state !== shown.widget.getState()) return retry()
    listenToTickets(shown, latest)
    if (symbol && (symbol !== previous.symbol || sentiment !== previous.sentiment))
      if (!isEcho(shown, symbol) || sentiment) shown.widget.postMessage('SET_SYMBOL', { symbol, sentiment })
    // Compared as JSON: an equal array or object is not a change. Null stands for an omitted prop: the default, or no list.
    const sendChanges = (
      command: 'SET_THEME' | 'SET_HOLDINGS',
      names: readonly (LiveOption | 'holdings')[],
    ) => {
      const payload: Record<string, unknown> = {}
      for (const name of names)
        if (jsonOf(props[name] ?? null) !== jsonOf(previous[name] ?? null))
          payload[name] = props[name] ?? null
      if (Object.keys(payload).length) shown.widget.postMessage(command, payload)
    }
    sendChanges('SET_THEME', liveOptions)
    sendChanges('SET_HOLDINGS', ['holdings'])
    if (locale && locale !== previous.locale) shown.widget.postMessage('SET_LOCALE', { locale })
  })

  useEffect(() => {
    const box = boxRef.current!
    const container = box.lastElementChild as HTMLElement
    // Does not use `useId`, whose ids two roots on one page may share.
    container.id ||= `service-widget-${Math.random()}`
    const stop = keepWidget(container, {
      read() {
        const { current } = latest
        const { symbol, theme, accentColor, fontFamily, radius, density, locale, holdings, state } = current
        const { onReady, onSymbolChanged, onTradeTicket, onConnection, onStateChanged, onError } = current
        const renew = renewal === 'function' ? () => latest.current.getAuthToken!() : renewal
        return {
          source: current,
          type,
          options: {
            ...options,
            symbol,
            theme,
            accentColor,
            fontFamily,
            radius,
            density,
            locale,
            holdings,
            state,
            ...(renew ? { getAuthToken: renew as GetAuthToken } : {}),
          },
          callbacks: { onReady, onSymbolChanged, onTradeTicket, onConnection, onStateChanged, onError },
        }
      },
      onStatus(newStatus) {
        if (typeof newStatus === 'object') {
          shownRef.current = undefined
          if (latest.current.errorFallback === undefined) showFailure(container, newStatus, latest.current)
        }
        showFallback(box, newStatus, latest.current.fallback)
        setStatus(newStatus)
      },
      onStarted(widget) {
        const shown: ShownWidget = { widget, reportedSymbols: [], reportedAt: 0 }
        shownRef.current = shown
        widget.on('READY', () => callable(latest.current.onReady)?.(widget))
        widget.on('SYMBOL_CHANGED', (symbol) => {
          shown.reportedSymbols.push(symbol)
          shown.reportedAt = performance.now()
          callable(latest.current.onSymbolChanged)?.(symbol)
        })
        widget.on('CONNECTION', (connection) => callable(latest.current.onConnection)?.(connection))
        widget.on('STATE_CHANGED', (reported) => callable(latest.current.onStateChanged)?.(reported))
        listenToTickets(shown, latest)
      },
      onError(error) {
        const report = callable(latest.current.onError) ?? console.error
        report(error)
      },
    })
    return () => {
      stop()
      shownRef.current = undefined
    }
    // `address` stands for `src`, `recreatingOptionsJson` for `options`, and `attempt` forces a retry.
    // oxlint-disable-next-line react/exhaustive-deps, react/exhaustive-effect-dependencies -- see above
  }, [address, type, recreatingOptionsJson, renewal, attempt])

  const failure = typeof status === 'object' && status
  const height = reservedHeight(props.height)
  return (
    <div ref={boxRef} className={className} style={styleOf(style)}>
      {fallback ? (
        // A block formatting context: margins of its content would move the box.
        <div style={{ minHeight: height, display: 'flow-root' }}>{status === 'loading' && fallback}</div>
      ) : (
        // Keeps the height until a script can set it. Uses attributes, because a policy may forbid styles in the
        // markup.
        <svg display="block" width="0" height={height} aria-hidden />
      )}
      {failure && (typeof errorFallback === 'function' ? errorFallback(failure) : errorFallback)}
      <div />
    </div>
  )
}

// The build shortens the function's name, which React's tools and stacks show.
ServiceWidget.displayName = 'ServiceWidget'

/** Listens only once there is a ticket handler, because the widget shows the user whether the page listens. */
function listenToTickets(shown: ShownWidget, latest: { readonly current: ServiceWidgetProps }): void {
  if (shown.listensToTickets || !callable(latest.current.onTradeTicket)) return
  shown.listensToTickets = true
  shown.widget.on('TRADE_TICKET_EXECUTE', (ticket) => {
    const { acknowledgesTickets } = latest.current
    const onTradeTicket = callable(latest.current.onTradeTicket)
    if (onTradeTicket) void answerTicket(shown.widget, ticket, onTradeTicket, acknowledgesTickets)
  })
}
