import './layout.css'
import { SkeletonBlocks } from '#app/ui/panel.tsx'

/** Skeleton with the dimensions of the analysis. The prerendered document contains it. */
export const WhySkeleton = () => (
  <div className="why why-skeleton">
    <SkeletonBlocks count={3} />
    <div className="why-columns">
      <div>
        <div className="why-chart-bar">
          <SkeletonBlocks count={1} />
        </div>
        <div className="why-chart-box why-chart-placeholder" />
      </div>
      <div className="why-facts">
        <SkeletonBlocks count={13} />
      </div>
    </div>
  </div>
)
