/** The height that is reserved for a widget before it is loaded, so that nothing below it moves. */

/** Default height of the widget (contract/bridge/options.ts, which is not imported for this alone). */
const usual = '768px'
/** Minimum height of `height: 'auto'` once the widget knows its content; until then the default applies. */
const leastAuto = '480px'

/**
 * A CSS `min-height`. A percentage refers to a height that the page has set on the box.
 *
 * @param height the `height` option. A page without types may pass a number, which an attribute turns into a text
 *   without a unit: both reserve the default, and the widget reports the mistake when it starts.
 * @param isThere whether the widget has been loaded
 */
export function reservedHeight(height: string | undefined, isThere = false): string {
  if (height === 'auto') return isThere ? leastAuto : usual
  const text = height?.trim?.()
  return text && /[^\d.]/.test(text) ? text : usual
}

/**
 * While the page's own content is shown for a loading widget, the frame lies behind it, invisible and in its
 * final size: a hidden frame would not be loaded.
 *
 * @param box contains both; absolute positions in it must refer to it
 */
export function coverWidget(box: HTMLElement, place: HTMLElement, isCovered: boolean): void {
  if (isCovered && getComputedStyle(box).position === 'static') box.style.position = 'relative'
  // A height of 100% is the box's, where the page gave it one.
  place.style.cssText = isCovered ? 'position:absolute;inset:0;visibility:hidden' : 'height:100%'
}
