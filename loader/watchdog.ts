/** Notices a frame that says nothing. Only time in which the page is visible counts. */
import type { ToFrame } from '#contract/bridge/bridge.ts'
import { fail } from './failure.ts'
import type { Life } from './widget-state.ts'
import { beatMs, beatsWithoutHello, pingsUnanswered } from './timing.ts'

/**
 * Watches the frame that has just been shown. One that never says hello is given up; one that has said it is asked at
 * every beat whether it is still there, and opened again when it no longer answers, once. A lazy one that is far from view
 * has not left the empty document it begins with.
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
