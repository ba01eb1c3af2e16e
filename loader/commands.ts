/** What the page tells a widget. */
import type { ToFrame } from '#contract/bridge/bridge.ts'
import { plainCopy } from '#contract/bridge/plain-copy.ts'
import type { Life } from './widget-state.ts'

/**
 * Tells the frame, and whichever says hello later: a command, or that the page listens to an event. The last one of a name
 * wins, and the frame finds out what is wrong with it. What cannot be sent, such as a circle, is sent as nothing.
 */
export function tell(life: Life, type: 'command' | 'listener', name: string, given?: unknown): void {
  const payload = plainCopy(given)
  const message = { type, name, payload } as ToFrame
  life.replay_[type + name] = message
  life.port_?.postMessage(message)
}
