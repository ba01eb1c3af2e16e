/**
 * One place of a page in which a widget is wanted, for the entries `/react` and `/element`: loads the loader, loads the
 * widget, and where neither can be had for want of an answer asks again, by itself, when the user says so, and as soon as
 * the browser is online.
 *
 * Only what another try may mend is tried again. What a frame that is on screen finds wrong it explains by itself.
 */
import type { LoaderErrorCode, WidgetError } from '#contract/bridge/bridge.ts'
import type { WidgetOptions, WidgetType } from '#contract/bridge/options.ts'
import type { WidgetInstance } from '../widget.ts'
import { type LoaderSource, loadServiceWidget } from './module.ts'

/** Why no widget can be shown, and what comes next. */
export type WidgetFailure = {
  readonly error: WidgetError
  /** Tries at once. Only where another try may help: not after BAD_OPTION or CSP_BLOCKED, for one. */
  readonly tryAgain?: (() => void) | undefined
  /** Whether it is being tried right now. */
  readonly isTrying: boolean
  /** Seconds until it is tried again by itself; undefined where it is not, or is being tried. */
  readonly secondsLeft?: number | undefined
}

/** What stands in the place: a widget that is coming, the frame (with a widget or its own explanation), or neither. */
export type Standing = 'coming' | 'frame' | WidgetFailure

/** What the wrapper says of the widget it wants, and what it is told. */
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
  /** Whatever is wrong; why there is no widget once, not at every try that fails for the same reason. */
  readonly erred: (error: WidgetError) => void
}

/** Seconds before the second try by itself; each further one waits twice as long. */
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
  /** Tries by itself since a widget was last there. */
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
        // Whoever pressed the button goes on from where it was.
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
