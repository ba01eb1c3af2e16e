/** The height that is reserved for a widget before it is loaded, so that nothing below it moves. */

/** Default height of the widget (contract/bridge/options.ts, which is not imported for this alone). */
const defaultHeight = '768px'
/** Minimum height of `height: 'auto'` once the widget knows its content; until then the default applies. */
const minAutoHeight = '480px'

/**
 * A CSS `min-height`. A percentage refers to a height that the page has set on the box.
 *
 * @param height the `height` option. A page without types may pass a number, which an attribute turns into a text
 *   without a unit: both reserve the default, and the widget reports the mistake when it starts.
 * @param isLoaded whether the widget has been loaded
 */
export function reservedHeight(height: string | undefined, isLoaded = false): string {
  if (height === 'auto') return isLoaded ? minAutoHeight : defaultHeight
  const text = height?.trim?.()
  return text && /[^\d.]/.test(text) ? text : defaultHeight
}

/**
 * While the page's own content is shown for a loading widget, the frame lies behind it, invisible and in its
 * final size: a hidden frame would not be loaded.
 *
 * @param box contains both; absolute positions in it must refer to it
 */
export function setWidgetCovered(box: HTMLElement, container: HTMLElement, isCovered: boolean): void {
  if (isCovered && getComputedStyle(box).position === 'static') box.style.position = 'relative'
  // 100% of the box's height, if the page has set one.
  container.style.cssText = isCovered ? 'position:absolute;inset:0;visibility:hidden' : 'height:100%'
}
