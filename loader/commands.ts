/** Commands and subscriptions from the page to a widget. */
import type { ToFrame } from '#contract/bridge/bridge.ts'
import { plainCopy } from '#contract/bridge/plain-copy.ts'
import type { LoaderWidgetState } from './widget-state.ts'

/**
 * Sends a command or subscription to the frame, and stores it for later frames. A later message
 * with the same name replaces an earlier one. The frame reports mistakes. Values that cannot be
 * cloned, such as circular ones, are sent as undefined.
 */
export function send(
  widgetState: LoaderWidgetState,
  type: 'command' | 'listener',
  name: string,
  value?: unknown,
): void {
  const payload = plainCopy(value)
  const message = { type, name, payload } as ToFrame
  widgetState.replay_[type + name] = message
  widgetState.port_?.postMessage(message)
}
