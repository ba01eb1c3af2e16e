/** The animation of a flash (flash.tsx). Loaded at the first price change. */

/** Marks an element as risen or fallen: its background fades, or with reduced motion a bar beside it disappears. */
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
