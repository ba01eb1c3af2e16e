/** Detects an unresponsive frame. Only time in which the page is visible counts. */
import type { ToFrame } from '#contract/bridge/bridge.ts'
import { fail } from './failure.ts'
import type { Life } from './widget-state.ts'
import { beatMs, beatsWithoutHello, pingsUnanswered } from './timing.ts'

/**
 * Watches the current frame. A frame that never sends hello fails; one that has sent it is pinged at every
 * beat, and reopened once if it does not respond. A lazy frame far from the viewport is still at its initial
 * empty document.
 */
export function watch(life: Life, reopen: (life: Life) => void): void {
  life.silence_ = 0
  life.beat_ = setInterval(() => {
    const isPut = life.options_.loading === 'lazy' && (life.shown_ as HTMLIFrameElement).contentDocument
    life.silence_ = document.hidden || isPut ? 0 : life.silence_! + 1
    if (!life.port_) {
      if (life.silence_ >= beatsWithoutHello) fail(life, navigator.onLine ? 'TIMEOUT' : 'NETWORK')
    } else if (life.silence_ <= pingsUnanswered) life.port_.postMessage({ type: 'ping' } satisfies ToFrame)
    else {
      fail(life, 'FRAME_LOST')
      if (!life.report_.lost) reopen(life)
      life.report_.lost = true
    }
  }, beatMs)
}
