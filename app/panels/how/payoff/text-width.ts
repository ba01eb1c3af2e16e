/** Widths of drawn text, so that labels can be placed before they are drawn. */

let context: CanvasRenderingContext2D | null | undefined

/** Pixels that `text` takes in the CSS font shorthand `font`; an estimate where the page has no canvas. */
export function textWidth(text: string, font: string): number {
  context ??= document.createElement('canvas').getContext('2d')
  if (!context) return text.length * 7
  context.font = font
  return Math.ceil(context.measureText(text).width)
}
