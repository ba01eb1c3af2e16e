/**
 * Layout measurements inside the frame: overflow, clipping and positions. Each function is passed to
 * `frame.evaluate` and must be self-contained.
 */

/**
 * Describes elements that overflow the frame or their content box: the document, panels, bars. One line
 * each.
 */
export function overflows(): string[] {
  /** Describes the element or text that protrudes farthest from `container`; of several, the innermost. */
  function farthestIn(container: Element): string {
    const containerBox = container.getBoundingClientRect()
    const overhang = ({ left, right }: DOMRect) =>
      Math.max(right - containerBox.right, containerBox.left - left)
    let [largestOverhang, farthest] = [-Infinity, '']
    const walker = document.createTreeWalker(container, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      range.selectNodeContents(node)
      const box = node instanceof Element ? node.getBoundingClientRect() : range.getBoundingClientRect()
      const element = node instanceof Element ? node : node.parentElement!
      if (box.width === 0 || overhang(box) < largestOverhang || element.closest('.visually-hidden')) continue
      largestOverhang = overhang(box)
      farthest = `${element.parentElement?.className} > ${element.className || element.tagName} "${node.textContent?.slice(0, 30)}"`
    }
    return `${farthest} by ${Math.round(largestOverhang)}`
  }
  const faults: string[] = []
  const root = document.documentElement
  const largeText = Number.parseFloat(getComputedStyle(root).fontSize) > 20
  if (root.scrollWidth > innerWidth) faults.push(`the document is ${root.scrollWidth} wide in ${innerWidth}`)
  const containers =
    '.w, .header, .banner, .main, .tabs, .panels, .footer, [data-panel], .panel-head, .panel-toolbar, .panel-body'
  for (const element of document.querySelectorAll<HTMLElement>(containers)) {
    if (!element.checkVisibility()) continue
    const name = `.${element.className.split(' ').at(-1)}`
    const { left, right } = element.getBoundingClientRect()
    if (left < -0.5 || right > innerWidth + 0.5)
      faults.push(`${name} reaches from ${left.toFixed(1)} to ${right.toFixed(1)} in ${innerWidth}`)
    // A panel clips its content on purpose; its body must not overflow.
    if (element.scrollWidth <= element.clientWidth + 1) continue
    // Tables may scroll horizontally if large text makes their columns too wide (WCAG 1.4.10).
    const table =
      largeText && element.matches('.panel-body') ? element.querySelector<HTMLElement>('table') : null
    if (!table || table.scrollWidth < element.scrollWidth - 1)
      faults.push(`${name} holds ${element.scrollWidth} in ${element.clientWidth}: ${farthestIn(element)}`)
  }
  return faults
}

/**
 * Describes texts that a clipping ancestor or the edge of the frame cuts off. Without
 * `includeTextsWithoutDigits`, texts without a digit are ignored: a name may end in an ellipsis, a number
 * may not.
 */
export function clippedTexts(includeTextsWithoutDigits: boolean): string[] {
  const clipped: string[] = []
  // Texts share most of their ancestors, and reading a computed style is slow.
  const styles = new Map<Element, { clipPath: string; overflowX: string; flexWrap: string }>()
  const styleOf = (element: Element) => {
    let style = styles.get(element)
    if (!style) {
      const { clipPath, overflowX, flexWrap } = getComputedStyle(element)
      styles.set(element, (style = { clipPath, overflowX, flexWrap }))
    }
    return style
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.trim() ?? ''
    const parent = node.parentElement
    if (!text || (!includeTextsWithoutDigits && !/\d/.test(text))) continue
    if (!parent?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    if (parent.closest('.visually-hidden, .idea-name, .why-company, select, title, [popover]')) continue
    range.selectNodeContents(node)
    const box = range.getBoundingClientRect()
    if (box.width === 0 || box.height === 0) continue
    let cut = ''
    let hidden = false
    let scrolls = false
    for (
      let ancestor: Element | null = parent;
      ancestor && ancestor !== document.documentElement;
      ancestor = ancestor.parentElement
    ) {
      const style = styleOf(ancestor)
      if (style.clipPath !== 'none') hidden = true
      if (/auto|scroll/.test(style.overflowX)) scrolls = true
      if (scrolls || !/hidden|clip/.test(style.overflowX)) continue
      const edge = ancestor.getBoundingClientRect()
      // A clipped flex container that wraps hides elements that do not fit in its first line.
      if (style.flexWrap === 'wrap' && box.top >= edge.bottom - 1) hidden = true
      if (box.left < edge.left - 1 || box.right > edge.right + 1)
        cut = `cut by ${ancestor.className || ancestor.tagName} (${(box.right - edge.right).toFixed(1)} px)`
    }
    if (!scrolls && (box.left < -1 || box.right > innerWidth + 1)) cut = 'beyond the frame'
    if (cut && !hidden) clipped.push(`"${text.slice(0, 40)}" ${cut}`)
  }
  return clipped
}

/**
 * Describes visible faults of lines of text: lines that begin or end with a separator, and texts that cover each other.
 * Charts are left out: they place their labels by their own rules, which their tests check.
 */
export function lineFaults(): string[] {
  const faults: string[] = []
  const texts: { text: string; element: Element; box: DOMRect }[] = []
  const range = document.createRange()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement!
    if (
      !node.textContent?.trim() ||
      !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    )
      continue
    if (element.closest('svg, .visually-hidden, .separator, select, title, [popover], [data-panel] [hidden]'))
      continue
    range.selectNodeContents(node)
    const lines = [...range.getClientRects()].flatMap((line) => visiblePart(line, element) ?? [])
    if (lines.length === 0) continue
    for (const box of lines) texts.push({ text: node.textContent.trim(), element, box })
    describeSeparators(node as Text, element)
  }

  /** The part of a line that no ancestor clips; undefined if it is too small to see. */
  function visiblePart(line: DOMRect, element: Element): DOMRect | undefined {
    let { left, top, right, bottom } = line
    for (
      let ancestor: Element | null = element;
      ancestor && ancestor !== document.documentElement;
      ancestor = ancestor.parentElement
    ) {
      const { overflow, clipPath } = getComputedStyle(ancestor)
      if (clipPath === 'inset(50%)') return undefined
      if (overflow === 'visible') continue
      const edge = ancestor.getBoundingClientRect()
      ;[left, top] = [Math.max(left, edge.left), Math.max(top, edge.top)]
      ;[right, bottom] = [Math.min(right, edge.right), Math.min(bottom, edge.bottom)]
    }
    return right - left < 2 || bottom - top < 2
      ? undefined
      : new DOMRect(left, top, right - left, bottom - top)
  }

  /** A separator begins or ends a line if the text beside it is on another line. */
  function describeSeparators(node: Text, element: Element): void {
    for (const match of node.data.matchAll(/[·•|]/gu)) {
      range.setStart(node, match.index)
      range.setEnd(node, match.index + 1)
      const dot = range.getBoundingClientRect()
      const block =
        element.closest('p, div, dd, dt, li, th, td, h2, h3, h4, figcaption, button, label') ?? element
      const sides = document.createRange()
      sides.selectNodeContents(block)
      const lines = [...sides.getClientRects()].filter(
        (line) => line.width > 1 && line.top < dot.bottom - 2 && line.bottom > dot.top + 2,
      )
      const hasBefore = lines.some((line) => line.left < dot.left - 1)
      const hasAfter = lines.some((line) => line.right > dot.right + 1)
      if (!hasBefore || !hasAfter)
        faults.push(`a line of "${block.textContent?.slice(0, 40)}" begins or ends with a separator`)
    }
  }

  for (const [index, { text, element, box }] of texts.entries())
    for (const other of texts.slice(index + 1)) {
      if (element === other.element || element.contains(other.element) || other.element.contains(element))
        continue
      const width = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left)
      const height = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top)
      const areLayered = (item: Element) => item.closest('.panel-head, thead, .footer, .header')
      if (width <= 2 || height <= 4 || areLayered(element) !== areLayered(other.element)) continue
      faults.push(
        `"${text.slice(0, 30)}" and "${other.text.slice(0, 30)}" overlap by ${Math.round(width)} × ${Math.round(height)} px`,
      )
    }
  return [...new Set(faults)]
}

/** Returns 'in sight' if an element is in the frame, not covered and its text not cut; otherwise the fault. */
export function visibilityOf(element: Element): string {
  const box = element.getBoundingClientRect()
  if (box.width < 4 || box.height < 4) return 'has no size'
  if (box.left < -0.5 || box.right > innerWidth + 0.5) return `reaches from ${box.left} to ${box.right}`
  if (box.top < -0.5 || box.bottom > innerHeight + 0.5) return `reaches from ${box.top} to ${box.bottom} down`
  // Each line is measured: the centre of the box of a multi-line text may be outside the text.
  for (const line of element.getClientRects()) {
    const topElement = document.elementFromPoint(line.left + line.width / 2, line.top + line.height / 2)
    if (!topElement || !(element.contains(topElement) || topElement.contains(element)))
      return `is covered by ${topElement?.className}`
  }
  if (element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).display !== 'inline')
    return 'is cut'
  return 'in sight'
}

/** Right edges of the texts of visible elements, in CSS pixels, rounded to a tenth. */
export function rightEdges(selector: string): number[] {
  const range = document.createRange()
  return [...document.querySelectorAll(selector)]
    .filter((element) => element.checkVisibility() && element.textContent)
    .map((element) => {
      range.selectNodeContents(element)
      return Math.round(range.getBoundingClientRect().right * 10) / 10
    })
}

/** Width of each digit, repeated ten times, in the style of an element. */
export function digitWidths(element: Element): number[] {
  const probe = document.createElement('span')
  probe.style.cssText = 'position:absolute;visibility:hidden;white-space:nowrap'
  element.append(probe)
  const widths = Array.from({ length: 10 }, (_, digit) => {
    probe.textContent = String(digit).repeat(10)
    return Math.round(probe.getBoundingClientRect().width * 100) / 100
  })
  probe.remove()
  return widths
}

/** Boxes of elements, relative to the box of `from`, or to the frame. */
export function boxes({ selectors, from }: { selectors: string[]; from?: string }): Record<string, number[]> {
  const origin = from ? document.querySelector(from)?.getBoundingClientRect() : undefined
  return Object.fromEntries(
    selectors.map((selector) => {
      const box = document.querySelector(selector)?.getBoundingClientRect()
      const { left = 0, top = 0 } = origin ?? {}
      return [
        selector,
        box
          ? [box.left - left, box.top - top, box.width, box.height].map(
              (length) => Math.round(length * 2) / 2,
            )
          : [],
      ]
    }),
  )
}
