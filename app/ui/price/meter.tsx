import './meter.css'

/** A bar from 0 to `max`, decorative beside its number. `zones` marks low, middle and high thirds. */
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
    {value !== null && (
      <span
        className="meter-fill"
        style={{ inlineSize: `${(100 * Math.min(Math.max(value, 0), max)) / max}%` }}
      />
    )}
  </span>
)

/** One to three bars for a rank where 1 is best; decorative beside its word. */
export const Bars = ({ rank }: { rank: 1 | 2 | 3 }) => (
  <span className="bars" aria-hidden="true" data-full={4 - rank}>
    <i />
    <i />
    <i />
  </span>
)
