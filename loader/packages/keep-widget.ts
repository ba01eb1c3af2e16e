/**
 * Keeps one widget in a page, for the entries `/react` and `/element`. Loads the loader and the
 * widget, and retries after network failures: automatically, on the user's request, and as soon as
 * the browser is online.
 *
 * Only transient failures are retried. A frame on screen reports its own errors.
 */
import type { LoaderErrorCode, WidgetError } from '#contract/bridge/bridge.ts'
import type { WidgetOptions, WidgetType } from '#contract/bridge/options/options.ts'
import { explainedError } from './failure/explained-error.ts'
import { packageError } from './failure/package-error.ts'
import type { WidgetInstance } from '../widget.ts'
import { addressOf, type LoaderSource, loadServiceWidget } from './module.ts'

/** A failure: the reason why no widget is shown, and the retry, if any. */
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

/** Inputs and callbacks of the component or element. */
export type KeepWidgetParts = {
  /** Called for every attempt. */
  readonly read: () => {
    source: LoaderSource
    type: WidgetType
    options: Omit<WidgetOptions, 'destinationId'>
    /** The page's other callbacks by name; one that is no function is reported, and never called. */
    callbacks: Readonly<Record<string, unknown>>
  }
  /** Called with each new widget, before any subscription. */
  readonly onStarted: (widget: WidgetInstance) => void
  readonly onStatus: (status: WidgetStatus) => void
  /** Called for every error, but only once for a failure that repeats with each automatic retry. */
  readonly onError: (error: WidgetError) => void
}

/**
 * Delay before the first automatic retry, seconds; it doubles with each further retry, up to the
 * maximum.
 */
const firstDelaySeconds = 5
const maxDelaySeconds = 60

const retriedAutomatically = /^(NETWORK|TIMEOUT)$/
const retryable = /^(NETWORK|TIMEOUT|FRAME_LOST)$/

/**
 * Starts loading a widget into the container. Returns a function that destroys the widget and stops
 * all retries.
 */
export function keepWidget(container: HTMLElement, parts: KeepWidgetParts): () => void {
  /** Increases with every attempt, so that results of an outdated one are ignored. */
  let attempt = 0
  let widget: WidgetInstance | undefined
  let failure: WidgetFailure | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Automatic retries since a widget was last shown. */
  let retryCount = 0
  let reportedCode: LoaderErrorCode | undefined
  const reportedMistakes = new Set<string>()

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

  /** Reports a mistake that does not stop the widget, once. */
  const report = (error: WidgetError) => {
    if (reportedMistakes.has(error.message)) return
    reportedMistakes.add(error.message)
    parts.onError(explainedError(error))
  }
  const fail = (cause: WidgetError) => {
    stop()
    const error = explainedError(cause)
    const { code } = error
    const isNew = code !== reportedCode
    reportedCode = code
    if (retriedAutomatically.test(code)) {
      // Jitter, so that not all pages retry at the same time.
      const delaySeconds =
        Math.min(firstDelaySeconds * 2 ** retryCount, maxDelaySeconds) * (0.8 + Math.random() * 0.4)
      retryCount += 1
      countDown(error, Math.ceil(delaySeconds))
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
    const { source, callbacks } = parts.read()
    for (const [name, callback] of Object.entries(callbacks))
      if (callback && typeof callback !== 'function')
        report(packageError('BAD_OPTION', `${name} must be a function`, addressOf(source.src)))
    loadServiceWidget(retryCount ? { ...source, retries: 0 } : source)
      .then((loader) => {
        if (thisAttempt !== attempt) return
        const { type, options } = parts.read()
        const hadFocus = container.contains(document.activeElement)
        container.replaceChildren()
        const newWidget = loader.load(type, { ...options, destinationId: container.id } as WidgetOptions)
        widget = newWidget
        setStatus('loading')
        // Moves the focus of a user who pressed the button to the frame.
        if (hadFocus) container.querySelector('iframe')?.focus()
        newWidget.on('READY', () => {
          retryCount = 0
          reportedCode = undefined
          setStatus('frame')
        })
        newWidget.on('ERROR', (error) => {
          if (!container.querySelector('iframe')) return fail(error)
          setStatus('frame')
          parts.onError(explainedError(error))
        })
        parts.onStarted(newWidget)
      })
      .catch((error: WidgetError) => thisAttempt === attempt && fail(error))
  }

  // Hides the loader's line, which has the code: the sentence for the page's customers replaces it.
  const lineObserver = new MutationObserver(() => {
    for (const line of container.children)
      if (
        line instanceof HTMLElement &&
        line.dataset['serviceWidget'] === 'error' &&
        line.tagName !== 'IFRAME'
      )
        line.style.visibility = 'hidden'
  })
  lineObserver.observe(container, { childList: true })
  addEventListener('online', onOnline)
  start()
  return () => {
    removeEventListener('online', onOnline)
    lineObserver.disconnect()
    stop()
    container.replaceChildren()
  }
}
