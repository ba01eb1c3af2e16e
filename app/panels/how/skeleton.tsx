import './layout.css'
import { SkeletonBlocks } from '#app/ui/panel.tsx'

/** Placeholder with the dimensions of the panel's content; part of the prerendered document. */
export const HowSkeleton = () => (
  <div className="how how-skeleton">
    <SkeletonBlocks count={5} />
  </div>
)
