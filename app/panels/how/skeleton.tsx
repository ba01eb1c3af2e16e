import './layout.css'
import { Bones } from '#app/ui/panel.tsx'

/** Placeholder with the dimensions of the panel's content; part of the prerendered document. */
export const HowSkeleton = () => (
  <div className="how how-skeleton">
    <Bones count={5} />
  </div>
)
