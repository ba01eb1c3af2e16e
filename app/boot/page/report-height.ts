/**
 * Tells the page how high the widget's content is, where the page's option `height` is `auto`. The layout asks for no height
 * of the frame then (shell/auto-height.css), so what the page makes of it changes nothing here.
 */
import type { Stop } from '#app/state/stop.ts'
import type { App } from '#app/boot/app.ts'

/** Milliseconds that less height has to last: a panel that loads is low for a moment only. */
const shrinkAfterMs = 600

/** From now on, until stopped. */
export function tellHeight({ page }: Pick<App, 'page'>, widget: Element): Stop {
  let told = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const tell = (height: number) => {
    told = height
    page?.look({ height: `${height}px` })
  }
  const observer = new ResizeObserver(() => {
    const height = Math.ceil(widget.getBoundingClientRect().height)
    clearTimeout(timer)
    if (height > told) tell(height)
    else if (height < told) timer = setTimeout(tell, shrinkAfterMs, height)
  })
  observer.observe(widget)
  return () => {
    clearTimeout(timer)
    observer.disconnect()
  }
}
