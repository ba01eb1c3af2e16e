import { Bones } from '#app/ui/panel.tsx'

/** A list of the first panel before it is there: its head, and rows of its own height. */
export const ListSkeleton = () => (
  <>
    <div className="what-skeleton-head" />
    {Array.from({ length: 12 }, (_, index) => (
      <div key={index} className="what-skeleton-row">
        <Bones count={4} />
      </div>
    ))}
  </>
)
