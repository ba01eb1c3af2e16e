import './layout.css'
import { early } from '#app/state/early-input.ts'
import { useView } from '#app/state/view.ts'
import { SkeletonBlocks } from '#app/ui/panel.tsx'

/**
 * Placeholder with the dimensions of the panel's content; part of the prerendered document. The card that the document's
 * script has painted (boot/first-contract) stays in it until the panel's content replaces it.
 */
export function HowSkeleton() {
  const symbol = useView((view) => view.symbol)
  return (
    <div key={symbol} className="how how-skeleton" ref={(skeleton) => keepPaintedCard(skeleton, symbol)}>
      <SkeletonBlocks count={5} />
    </div>
  )
}

function keepPaintedCard(skeleton: HTMLElement | null, symbol: string): void {
  const { content } = early
  if (!skeleton || !content?.matches(`.how-cards[data-symbol="${symbol}"]`)) return
  // It has both boxes of cards.
  skeleton.children[3]!.replaceWith(content)
  skeleton.children[4]?.remove()
  // Only boxes pulse.
  skeleton.parentElement!.style.animation = 'none'
}
