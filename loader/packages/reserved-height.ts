/** How high a widget's box stands before there is a widget in it, so that nothing below moves when it comes. */

/** Height of the widget where the page gives none (contract/bridge/options.ts, which is not needed for this alone). */
const usual = '768px'
/** The least height that `height: 'auto'` becomes once the widget knows its content; until then it has the usual one. */
const leastAuto = '480px'

/**
 * A CSS `min-height`. A percentage is of a height that the page has given the box already.
 *
 * @param height the `height` option. A page without types may pass a number, which an attribute turns into a text
 *   without a unit: both reserve the default, and the widget reports the mistake when it starts.
 * @param isThere whether the widget has come
 */
export function reservedHeight(height: string | undefined, isThere = false): string {
  if (height === 'auto') return isThere ? leastAuto : usual
  const text = height?.trim?.()
  return text && /[^\d.]/.test(text) ? text : usual
}

/**
 * While the page's own content stands for a widget that is coming, the frame lies behind it, unseen and as large as it will
 * be: hidden altogether it would not be fetched.
 *
 * @param box holds both; what is absolute in it must be so by it
 */
export function coverWidget(box: HTMLElement, place: HTMLElement, isCovered: boolean): void {
  if (isCovered && getComputedStyle(box).position === 'static') box.style.position = 'relative'
  // A height of 100% is the box's, where the page gave it one.
  place.style.cssText = isCovered ? 'position:absolute;inset:0;visibility:hidden' : 'height:100%'
}
