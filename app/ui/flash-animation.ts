/** The flash itself, which the first screen has no use for: nothing changes before the feed is there. */

/** Marks an element as having risen or fallen. */
export function animateFlash(element: HTMLElement, rose: boolean): void {
  const style = getComputedStyle(element)
  const side = rose ? 'bull' : 'bear'
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    element.animate(
      [{ boxShadow: `-2px 0 0 ${style.getPropertyValue(`--sw-${side}-line`)}` }, { boxShadow: 'none' }],
      { duration: 1000, easing: 'steps(1, end)' },
    )
  } else {
    element.animate(
      [{ backgroundColor: style.getPropertyValue(`--sw-${side}-bg`) }, { backgroundColor: 'transparent' }],
      { duration: 600, easing: 'ease-out' },
    )
  }
}
