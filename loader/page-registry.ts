/** Listeners and an observer that all widgets of a page share. */
import { clear } from './frame-element.ts'
import { onWindowMessage } from './connection.ts'
import { type LoaderWidgetState, widgets } from './widget-state.ts'
import { frameAddress, onPolicyViolation, mount } from './mounting.ts'
import type { ToFrame } from '#contract/bridge/bridge.ts'
import type { PageOptions } from '#contract/bridge/options/options.ts'

/** Event of the page → its handler for each widget. */
const handlers: Readonly<Record<string, (widgetState: LoaderWidgetState, event: never) => void>> = {
  DOMContentLoaded: mount,
  securitypolicyviolation: onPolicyViolation,
  message: onWindowMessage,
}

/** @param event the event; an observer's list has no type and no handler */
function broadcast(event: { readonly type?: string }): void {
  for (const widgetState of widgets)
    if (widgetState.container_ && !widgetState.frameElement_!.isConnected) destroy(widgetState)
    else handlers[event.type!]?.(widgetState, event as never)
}

// Runs after the script that changed the document, so that an element that was moved does not count as
// removed.
const observer = new MutationObserver(broadcast as MutationCallback)

/**
 * Registers a widget and destroys an earlier one with the same destination. Returns the state of a warmed one instead, if
 * its frame has the same first paint.
 */
export function register(options: PageOptions): Pick<LoaderWidgetState, 'id_'> {
  // Insecure pages lack `randomUUID`; they get no frame.
  let widgetState = { id_: crypto.randomUUID?.() } as LoaderWidgetState
  for (const existing of widgets)
    if (existing.options_.destinationId === options.destinationId)
      if (existing.isWarm_ && frameAddress(existing.options_) === frameAddress(options))
        widgetState = existing
      else destroy(existing)
  widgets.add(widgetState)
  Object.keys(handlers).forEach((type) => addEventListener(type, broadcast))
  observer.observe(document, { childList: true, subtree: true })
  return widgetState
}

/** Destroys a widget. The last one also removes the listeners and the observer. */
export function destroy(widgetState: LoaderWidgetState): void {
  widgetState.port_?.postMessage({ type: 'destroy' } satisfies ToFrame)
  clear(widgetState)
  widgets.delete(widgetState)
  if (widgets.size) return
  Object.keys(handlers).forEach((type) => removeEventListener(type, broadcast))
  observer.disconnect()
}
