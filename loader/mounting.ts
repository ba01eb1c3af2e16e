/** Where the widget goes, the frame that goes there, and what may forbid it. */
import { addressOptions } from '#contract/bridge/options.ts'
import { plainCopy } from '#contract/bridge/plain-copy.ts'
import { app } from './app-address.ts'
import { fail } from './failure.ts'
import type { Life } from './widget-state.ts'
import { show } from './frame-element.ts'
import { watch } from './watchdog.ts'

/** Finds the destination and opens the frame in it. While the document is being parsed, the destination may still come. */
export function mount(life: Life): void {
  if (life.shown_) return
  const { destinationId } = life.options_
  life.box_ = document.getElementById(destinationId)
  if (life.box_) {
    if (isSecureContext) openFrame(life)
    else fail(life, 'INSECURE_PAGE')
  } else if (document.readyState !== 'loading') fail(life, 'DESTINATION_NOT_FOUND', destinationId)
}

/** Shows a new frame, whose address has the options of its first paint, and starts its watchdog. */
function openFrame(life: Life): void {
  const id = life.id_
  // `i` makes the address unique, or several frames would load one after another.
  const query = new URLSearchParams({
    type: life.options_.widgetType,
    ...(plainCopy(life.options_, addressOptions) as object),
    i: id,
  })
  show(life, 'iframe', {
    title: 'Options ideas',
    allow: 'clipboard-write',
    referrerPolicy: 'strict-origin',
    name: id,
    loading: life.options_.loading || 'eager',
    src: `${app}?${query}`,
  })
  watch(life, openFrame)
}

/** Fails at once if the page's policy has blocked the frame. */
export function hearViolation(life: Life, violation: SecurityPolicyViolationEvent): void {
  // Browsers may report the fallback directive of `frame-src`.
  if (
    life.shown_?.contentWindow &&
    !life.port_ &&
    violation.disposition === 'enforce' &&
    /frame|child|default/.test(violation.effectiveDirective) &&
    violation.blockedURI.startsWith(app.origin)
  )
    fail(life, 'CSP_BLOCKED', app.origin)
}
