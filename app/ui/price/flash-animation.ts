/** How a flash looks; it comes with the first price that changes, because nothing changes before there is a feed. */

/** Marks an element as having risen or fallen: its background fades, or where no motion is wanted a mark stands beside it. */
export function animateFlash(element: HTMLElement, rose: boolean): void {
  const side = rose ? 'bull' : 'bear'
  if (matchMedia('(prefers-reduced-motion: reduce)').matches)
    element.animate(
      { boxShadow: [`-2px 0 0 var(--sw-${side}-line)`, 'none'] },
      { duration: 1000, easing: 'steps(1, end)' },
    )
  else
    element.animate(
      { backgroundColor: [`var(--sw-${side}-bg)`, 'transparent'] },
      { duration: 600, easing: 'ease-out' },
    )
}
