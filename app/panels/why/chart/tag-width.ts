const svg = 'http://www.w3.org/2000/svg'

/**
 * Pixels that the widest of some texts takes, written in the price tags of a chart inside `box`. They are written to be
 * measured: a canvas knows no digits of one width.
 */
export function tagWidth(box: Element, texts: readonly string[]): number {
  const drawing = document.createElementNS(svg, 'svg')
  drawing.setAttribute('class', 'why-marks')
  const text = drawing.appendChild(document.createElementNS(svg, 'text'))
  box.append(drawing)
  const widths = texts.map((one) => {
    text.textContent = one
    return text.getComputedTextLength()
  })
  drawing.remove()
  return Math.ceil(Math.max(0, ...widths))
}
