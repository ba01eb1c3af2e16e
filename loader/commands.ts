/** Commands and subscriptions from the page to a widget. */
import type { ToFrame } from '#contract/bridge/bridge.ts'
import { plainCopy } from '#contract/bridge/plain-copy.ts'
import type { Life } from './widget-state.ts'

/**
 * Sends a command or subscription to the frame, and stores it for later frames. The last one of a name wins;
 * the frame reports mistakes. Values that cannot be cloned, such as circular ones, are sent as undefined.
 */
export function tell(life: Life, type: 'command' | 'listener', name: string, given?: unknown): void {
  const payload = plainCopy(given)
  const message = { type, name, payload } as ToFrame
  life.replay_[type + name] = message
  life.port_?.postMessage(message)
}
