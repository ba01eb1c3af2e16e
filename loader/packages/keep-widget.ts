/**
 * One widget in a page, for the entries `/react` and `/element`: loads the loader and the widget, and retries
 * after network failures: automatically, on the user's request, and as soon as the browser is online.
 *
 * Only transient failures are retried. A frame on screen reports its own errors.
 */
import type { LoaderErrorCode, WidgetError } from '#contract/bridge/bridge.ts'
import type { WidgetOptions, WidgetType } from '#contract/bridge/options.ts'
import type { WidgetInstance } from '../widget.ts'
import { type LoaderSource, loadServiceWidget } from './module.ts'

/** Why no widget can be shown, and what happens next. */
export type WidgetFailure = {
  readonly error: WidgetError
  /** Retries at once. Present only if a retry may help: not after BAD_OPTION or CSP_BLOCKED, for example. */
  readonly tryAgain?: (() => void) | undefined
  /** Whether a retry is running. */
  readonly isTrying: boolean
  /** Seconds until the automatic retry; undefined without one, or while it runs. */
  readonly secondsLeft?: number | undefined
}

/** A widget is loading, a frame is shown (with a widget or its own error), or there is a failure. */
export type WidgetStatus = 'loading' | 'frame' | WidgetFailure

/** Inputs of the wrapper and its callbacks. */
export type KeepWidgetParts = {
  /** Called for every attempt. */
  readonly read: () => {
    source: LoaderSource
    type: WidgetType
    options: Omit<WidgetOptions, 'destinationId'>
  }
  /** Called with each new widget, before any subscription. */
  readonly onStarted: (widget: WidgetInstance) => void
  readonly onStatus: (status: WidgetStatus) => void
  /** Called for every error; for a failure that repeats with each retry, once. */
  readonly onError: (error: WidgetError) => void
}

/** Seconds before the first automatic retry; each further one waits twice as long. */
const firstPauseSeconds = 5
const maxPauseSeconds = 60

const retriedAutomatically = /^(NETWORK|TIMEOUT)$/
const retryable = /^(NETWORK|TIMEOUT|FRAME_LOST)$/

/** A plain object: the message of an Error is not enumerable, so JSON and copies would lose it. */
const plainError = (error: WidgetError): WidgetError => ({ ...error, message: error.message })

/** Starts, and returns a function that destroys the widget and stops all retries. */
export function keepWidget(container: HTMLElement, parts: KeepWidgetParts): () => void {
  /** Increases with every attempt, so that results of an outdated one are ignored. */
  let attempt = 0
  let widget: WidgetInstance | undefined
  let failure: WidgetFailure | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Automatic retries since a widget was last shown. */
  let tries = 0
  let reportedCode: LoaderErrorCode | undefined

  const stop = () => {
    attempt += 1
    clearTimeout(timer)
    widget?.destroyWidget()
    widget = undefined
  }
  const setStatus = (status: WidgetStatus) => {
    failure = typeof status === 'object' ? status : undefined
    parts.onStatus(status)
  }

  const fail = (cause: WidgetError) => {
    stop()
    const error = plainError(cause)
    const { code } = error
    const isNew = code !== reportedCode
    reportedCode = code
    if (retriedAutomatically.test(code)) {
      // With jitter, so that not all pages retry at the same moment.
      const pause = Math.min(firstPauseSeconds * 2 ** tries, maxPauseSeconds) * (0.8 + Math.random() * 0.4)
      tries += 1
      countDown(error, Math.ceil(pause))
    } else setStatus({ error, tryAgain: retryable.test(code) ? tryAgain : undefined, isTrying: false })
    if (isNew) parts.onError(error)
  }
  const countDown = (error: WidgetError, secondsLeft: number) => {
    if (!secondsLeft) return start()
    setStatus({ error, tryAgain, isTrying: false, secondsLeft })
    timer = setTimeout(countDown, 1000, error, secondsLeft - 1)
  }
  const tryAgain = () => {
    if (!failure || failure.isTrying) return
    reportedCode = undefined
    start()
  }
  const onOnline = () => {
    if (failure && !failure.isTrying && retriedAutomatically.test(failure.error.code)) start()
  }

  const start = () => {
    stop()
    const thisAttempt = attempt
    // The failure line stays visible during a retry.
    setStatus(failure ? { ...failure, isTrying: true, secondsLeft: undefined } : 'loading')
    const { source } = parts.read()
    loadServiceWidget(tries ? { ...source, retries: 0 } : source)
      .then((loader) => {
        if (thisAttempt !== attempt) return
        const { type, options } = parts.read()
        const focused = container.contains(document.activeElement)
        container.replaceChildren()
        const newWidget = loader.load(type, { ...options, destinationId: container.id } as WidgetOptions)
        widget = newWidget
        setStatus('loading')
        // Keeps the focus position of a user who pressed the button.
        if (focused) container.querySelector('iframe')?.focus()
        newWidget.on('READY', () => {
          tries = 0
          reportedCode = undefined
          setStatus('frame')
        })
        newWidget.on('ERROR', (error) => {
          if (!container.querySelector('iframe')) return fail(error)
          setStatus('frame')
          parts.onError(plainError(error))
        })
        parts.onStarted(newWidget)
      })
      .catch((error: WidgetError) => thisAttempt === attempt && fail(error))
  }

  addEventListener('online', onOnline)
  start()
  return () => {
    removeEventListener('online', onOnline)
    stop()
    container.replaceChildren()
  }
}
