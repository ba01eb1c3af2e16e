/** Measures texts, so that labels can be placed before they are drawn. */

let context: CanvasRenderingContext2D | null | undefined

/**
 * Returns the width of `text` in pixels, for a CSS `font` shorthand. Without a canvas the width is
 * estimated.
 */
export function textWidth(text: string, font: string): number {
  context ??= document.createElement('canvas').getContext('2d')
  if (!context) return text.length * 7
  context.font = font
  return Math.ceil(context.measureText(text).width)
}
