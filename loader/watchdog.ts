/** Detects an unresponsive frame. Counts only the time during which the page is visible. */
import type { ToFrame } from '#contract/bridge/bridge.ts'
import { fail } from './failure.ts'
import type { LoaderWidgetState } from './widget-state.ts'
import { beatMs, maxBeatsWithoutHello, maxUnansweredPings } from './timing.ts'

/**
 * Watches the current frame. A frame that never sends `hello` fails; one that has sent it is pinged at every
 * interval, and reopened once if it does not respond. A lazy frame far from the viewport still shows its initial
 * empty document; it is not watched.
 */
export function watch(
  widgetState: LoaderWidgetState,
  reopen: (widgetState: LoaderWidgetState) => void,
): void {
  widgetState.silentBeats_ = 0
  widgetState.heartbeatTimer_ = setInterval(() => {
    const isDeferred =
      widgetState.options_.loading === 'lazy' &&
      (widgetState.frameElement_ as HTMLIFrameElement).contentDocument
    widgetState.silentBeats_ = document.hidden || isDeferred ? 0 : widgetState.silentBeats_! + 1
    if (!widgetState.port_) {
      if (widgetState.silentBeats_ >= maxBeatsWithoutHello)
        fail(widgetState, navigator.onLine ? 'TIMEOUT' : 'NETWORK')
    } else if (widgetState.silentBeats_ <= maxUnansweredPings)
      widgetState.port_.postMessage({ type: 'ping' } satisfies ToFrame)
    else {
      fail(widgetState, 'FRAME_LOST')
      if (!widgetState.report_.lost) reopen(widgetState)
      widgetState.report_.lost = true
    }
  }, beatMs)
}
