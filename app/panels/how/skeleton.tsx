import './layout.css'
import { Bones } from '#app/ui/panel.tsx'

/** The measures of the trades, in grey. Part of the first picture. */
export const HowSkeleton = () => (
  <div className="how how-skeleton">
    <Bones count={5} />
  </div>
)
