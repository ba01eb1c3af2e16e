import './layout.css'
import { Bones } from '#app/ui/panel.tsx'

/** Grey placeholder with the dimensions of the trades; part of the prerendered document. */
export const HowSkeleton = () => (
  <div className="how how-skeleton">
    <Bones count={5} />
  </div>
)
