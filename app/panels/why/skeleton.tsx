import { Bone } from '#app/ui/panel.tsx'

/** The measures of the analysis, in grey. */
export const Skeleton = () => (
  <div className="why">
    <Bone inline="60%" block="1.75rem" />
    <Bone block="2.75rem" />
    <Bone inline="70%" block="1.75rem" />
    <div className="why-columns">
      <div>
        <div className="why-chart-bar">
          <Bone block="1.75rem" />
        </div>
        <div className="why-chart-box why-chart-wait" />
      </div>
      <div className="why-facts">
        {Array.from({ length: 13 }, (_, i) => (
          <Bone key={i} block="2.25rem" />
        ))}
      </div>
    </div>
  </div>
)
