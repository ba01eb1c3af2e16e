/**
 * Reports the height of the widget's content to the page. Started only if the page's option `height` is
 * `auto` (background.ts). The layout then does not depend on the frame's height (shell/auto-height.css), so
 * resizing the frame causes no feedback loop.
 */
import type { Stop } from '#app/state/stop.ts'
import type { App } from '#app/boot/app.ts'

/**
 * Delay before a smaller height is reported, milliseconds: a panel has less content for a moment
 * while it loads.
 */
const shrinkDelayMs = 600

/** Reports the height until stopped. */
export function reportHeight({ page }: Pick<App, 'page'>, widget: Element): Stop {
  let reported = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const report = (height: number) => {
    reported = height
    page?.sendLook({ height: `${height}px` })
  }
  const observer = new ResizeObserver(() => {
    const height = Math.ceil(widget.getBoundingClientRect().height)
    clearTimeout(timer)
    if (height > reported) report(height)
    else if (height < reported) timer = setTimeout(report, shrinkDelayMs, height)
  })
  observer.observe(widget)
  return () => {
    clearTimeout(timer)
    observer.disconnect()
  }
}
