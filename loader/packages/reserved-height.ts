/** Layout of the widget's box while the widget loads: the reserved height, and the invisible frame. */

/** Default height of the widget, repeated from contract/bridge/options/options.ts: importing it would enlarge the package. */
const defaultHeight = '768px'
/** Minimum height of `height: 'auto'` once the widget knows its content; until then the default applies. */
const minAutoHeight = '480px'

/**
 * A CSS `min-height`. A percentage refers to a height that the page has set on the box.
 *
 * @param height the `height` option. For a number, or a string without a unit (an attribute of the element), the
 *   default height is reserved, and the widget reports the mistake when it starts.
 * @param isLoaded whether the widget has been loaded
 */
export function reservedHeight(height: string | undefined, isLoaded = false): string {
  if (height === 'auto') return isLoaded ? minAutoHeight : defaultHeight
  const text = height?.trim?.()
  return text && /[^\d.]/.test(text) ? text : defaultHeight
}

/**
 * Places the frame behind the page's own content while the widget loads: with `visibility: hidden` and in its final
 * size, because a frame with `display: none` would not be loaded.
 *
 * @param box element around the page's own content and the container; their absolute positions refer to it
 */
export function setWidgetCovered(box: HTMLElement, container: HTMLElement, isCovered: boolean): void {
  if (isCovered && getComputedStyle(box).position === 'static') box.style.position = 'relative'
  // 100% of the box's height, if the page has set one.
  container.style.cssText = isCovered ? 'position:absolute;inset:0;visibility:hidden' : 'height:100%'
}
