/** Finds the destination, opens the frame in it, and detects that the page's policy blocks the frame. */
import { addressOptions, type PageOptions } from '#contract/bridge/options/options.ts'
import { plainCopy } from '#contract/bridge/plain-copy.ts'
import { app } from './app-address.ts'
import { fail } from './failure.ts'
import type { LoaderWidgetState } from './widget-state.ts'
import { applyLook, show } from './frame-element.ts'
import { watch } from './watchdog.ts'

/**
 * Finds the destination and opens the frame in it. While the document is being parsed, a missing destination is not
 * an error yet.
 */
export function mount(widgetState: LoaderWidgetState): void {
  if (widgetState.frameElement_) return applyLook(widgetState)
  const { destinationId } = widgetState.options_
  widgetState.container_ = document.getElementById(destinationId)
  if (widgetState.container_) {
    if (isSecureContext) openFrame(widgetState)
    else fail(widgetState, 'INSECURE_PAGE')
  } else if (document.readyState !== 'loading') fail(widgetState, 'DESTINATION_NOT_FOUND', destinationId)
}

/** Returns the address of a frame: the app's, with the options of the first paint. */
export const frameAddress = (options: PageOptions): string =>
  `${app}?${new URLSearchParams({
    type: options.widgetType,
    ...(plainCopy(options, addressOptions) as object),
  })}`

/** Shows a new frame and starts its watchdog. */
function openFrame(widgetState: LoaderWidgetState): void {
  const id = widgetState.id_
  show(widgetState, 'iframe', {
    allow: 'clipboard-write',
    referrerPolicy: 'strict-origin',
    title: 'Options ideas',
    name: id,
    loading: widgetState.options_.loading || 'eager',
    // `i` makes the address unique, or several frames would load one after another.
    src: `${frameAddress(widgetState.options_)}&i=${id}`,
  })
  watch(widgetState, openFrame)
}

/** Fails at once if the page's policy has blocked the frame. */
export function onPolicyViolation(
  widgetState: LoaderWidgetState,
  violation: SecurityPolicyViolationEvent,
): void {
  // Browsers may report the fallback directive of `frame-src`.
  if (
    widgetState.frameElement_?.contentWindow &&
    !widgetState.port_ &&
    violation.disposition === 'enforce' &&
    /frame|child|default/.test(violation.effectiveDirective) &&
    violation.blockedURI.startsWith(app.origin)
  )
    fail(widgetState, 'CSP_BLOCKED', `frame-src ${app.origin}`)
}
