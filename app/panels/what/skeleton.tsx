import { SkeletonBlocks } from '#app/ui/panel.tsx'

/** Skeleton of a list: its header, and rows of the final height. */
export const ListSkeleton = () => (
  <>
    <div className="what-skeleton-head" />
    {Array.from({ length: 12 }, (_, index) => (
      <div key={index} className="what-skeleton-row">
        <SkeletonBlocks count={4} />
      </div>
    ))}
  </>
)
