/** Shared by all widgets of a page: one listener per event, one observer. */
import { clear } from './frame-element.ts'
import { hearWindow } from './connection.ts'
import { type Life, widgets } from './widget-state.ts'
import { hearViolation, mount } from './mounting.ts'
import type { ToFrame } from '#contract/bridge/bridge.ts'

/** Events of a page → their handlers for a widget. */
const handlers: Readonly<Record<string, (life: Life, event: never) => void>> = {
  message: hearWindow,
  securitypolicyviolation: hearViolation,
  DOMContentLoaded: mount,
}

/** @param event the event; an observer's list has no type and no handler */
function broadcast(event: { readonly type?: string }): void {
  for (const life of widgets)
    if (life.box_ && !life.shown_!.isConnected) destroy(life)
    else handlers[event.type!]?.(life, event as never)
}

// Runs after the script that changed the document, so that an element that was moved does not count as
// removed.
const observer = new MutationObserver(broadcast as MutationCallback)

/** Lets a widget live; one that has the same destination ends. */
export function begin(life: Life): void {
  for (const other of widgets)
    if (other.options_.destinationId === life.options_.destinationId) destroy(other)
  widgets.add(life)
  Object.keys(handlers).forEach((type) => addEventListener(type, broadcast))
  observer.observe(document, { childList: true, subtree: true })
}

/** Ends a widget. The last one leaves nothing behind. */
export function destroy(life: Life): void {
  life.port_?.postMessage({ type: 'destroy' } satisfies ToFrame)
  clear(life)
  widgets.delete(life)
  if (widgets.size) return
  Object.keys(handlers).forEach((type) => removeEventListener(type, broadcast))
  observer.disconnect()
}
