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
  /** Whether it is being tried right now. */
  readonly isTrying: boolean
  /** Seconds until the automatic retry; undefined without one, or while it runs. */
  readonly secondsLeft?: number | undefined
}

/** State of the place: a widget is loading, a frame is shown (with a widget or its own error), or a failure. */
export type Standing = 'coming' | 'frame' | WidgetFailure

/** Inputs of the wrapper and its callbacks. */
export type Wanted = {
  /** Read at every try. */
  readonly read: () => {
    source: LoaderSource
    type: WidgetType
    options: Omit<WidgetOptions, 'destinationId'>
  }
  /** A widget has begun, and nothing is subscribed yet. */
  readonly began: (widget: WidgetInstance) => void
  readonly stands: (standing: Standing) => void
  /** Called for every error; for a failure that repeats with each retry, once. */
  readonly erred: (error: WidgetError) => void
}

/** Seconds before the first automatic retry; each further one waits twice as long. */
const firstPause = 5
const longestPause = 60

const triesItself = /^(NETWORK|TIMEOUT)$/
const mayHelp = /^(NETWORK|TIMEOUT|FRAME_LOST)$/

/** An Error hides its message from JSON and from copies: as plain data it has all that the contract says. */
const plainError = (error: WidgetError): WidgetError => ({ ...error, message: error.message })

/** Begins, and returns what ends it: the widget is gone then, and nothing is tried any more. */
export function keepWidget(place: HTMLElement, wanted: Wanted): () => void {
  /** Rises with every try, so that one that was overtaken knows it. */
  let turn = 0
  let widget: WidgetInstance | undefined
  let failure: WidgetFailure | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Automatic retries since a widget was last shown. */
  let tries = 0
  let said: LoaderErrorCode | undefined

  const stop = () => {
    turn += 1
    clearTimeout(timer)
    widget?.destroyWidget()
    widget = undefined
  }
  const stand = (standing: Standing) => {
    failure = typeof standing === 'object' ? standing : undefined
    wanted.stands(standing)
  }

  const fail = (cause: WidgetError) => {
    stop()
    const error = plainError(cause)
    const { code } = error
    const isNews = code !== said
    said = code
    if (triesItself.test(code)) {
      // Not all pages of a service that was away at the same moment.
      const pause = Math.min(firstPause * 2 ** tries, longestPause) * (0.8 + Math.random() * 0.4)
      tries += 1
      countDown(error, Math.ceil(pause))
    } else stand({ error, tryAgain: mayHelp.test(code) ? tryAgain : undefined, isTrying: false })
    if (isNews) wanted.erred(error)
  }
  const countDown = (error: WidgetError, secondsLeft: number) => {
    if (!secondsLeft) return start()
    stand({ error, tryAgain, isTrying: false, secondsLeft })
    timer = setTimeout(countDown, 1000, error, secondsLeft - 1)
  }
  const tryAgain = () => {
    if (!failure || failure.isTrying) return
    said = undefined
    start()
  }
  const hearOnline = () => {
    if (failure && !failure.isTrying && triesItself.test(failure.error.code)) start()
  }

  const start = () => {
    stop()
    const mine = turn
    // The line stays while it is tried again: what stood there a moment ago is still so.
    stand(failure ? { ...failure, isTrying: true, secondsLeft: undefined } : 'coming')
    const { source } = wanted.read()
    loadServiceWidget(tries ? { ...source, retries: 0 } : source)
      .then((loader) => {
        if (mine !== turn) return
        const { type, options } = wanted.read()
        const focused = place.contains(document.activeElement)
        place.replaceChildren()
        const now = loader.load(type, { ...options, destinationId: place.id } as WidgetOptions)
        widget = now
        stand('coming')
        // Keeps the focus position of a user who pressed the button.
        if (focused) place.querySelector('iframe')?.focus()
        now.on('READY', () => {
          tries = 0
          said = undefined
          stand('frame')
        })
        now.on('ERROR', (error) => {
          if (!place.querySelector('iframe')) return fail(error)
          stand('frame')
          wanted.erred(plainError(error))
        })
        wanted.began(now)
      })
      .catch((error: WidgetError) => mine === turn && fail(error))
  }

  addEventListener('online', hearOnline)
  start()
  return () => {
    removeEventListener('online', hearOnline)
    stop()
    place.replaceChildren()
  }
}
