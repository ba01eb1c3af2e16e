import './meter.css'
import { meterWidth } from './meter-width.ts'

/**
 * A bar from 0 to `max`; decorative, because its number is beside it. `zones` marks low, middle and
 * high thirds.
 */
export const Meter = ({
  value,
  max,
  zones = false,
}: {
  value: number | null
  max: number
  zones?: boolean
}) => (
  <span className={zones ? 'meter meter-zones' : 'meter'} aria-hidden="true">
    {value !== null && <span className="meter-fill" style={{ inlineSize: meterWidth(value, max) }} />}
  </span>
)

/**
 * One to three bars for a rank, of which 1 is the best; decorative, because its word is beside it.
 */
export const Bars = ({ rank }: { rank: 1 | 2 | 3 }) => (
  <span className="bars" aria-hidden="true" data-full={4 - rank}>
    <i />
    <i />
    <i />
  </span>
)
