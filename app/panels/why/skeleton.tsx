import './layout.css'
import { Bones } from '#app/ui/panel.tsx'

/** Skeleton with the dimensions of the analysis. The prerendered document contains it. */
export const WhySkeleton = () => (
  <div className="why why-skeleton">
    <Bones count={3} />
    <div className="why-columns">
      <div>
        <div className="why-chart-bar">
          <Bones count={1} />
        </div>
        <div className="why-chart-box why-chart-wait" />
      </div>
      <div className="why-facts">
        <Bones count={13} />
      </div>
    </div>
  </div>
)
