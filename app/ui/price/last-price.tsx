import { useFormat } from '#app/i18n/format.ts'
import { Change } from './change.tsx'
import { Flash } from './flash.tsx'

/** The last price of a stock, with a flash when it changes, and the change since the close; a dash without a trade. */
export function LastPrice({
  quote: { last, change, percentageChange },
  stale,
  className,
}: {
  /** Dollars per share; `percentageChange` in percent: 1.25 is +1.25 %. */
  quote: { last: number | null; change: number | null; percentageChange: number | null }
  /** Whether the price is stale; stale prices do not flash. */
  stale: boolean
  /** Class of the price. */
  className: string
}) {
  const format = useFormat()
  return (
    <>
      <span className={className}>
        <Flash value={last ?? undefined} quiet={stale}>
          <bdi dir="ltr">{format.stockPrice(last)}</bdi>
        </Flash>
      </span>
      {last !== null && change !== null && percentageChange !== null && (
        <Change value={change} minDisplayed={format.minDisplayedChange(last)}>
          {format.change(change, last)} ({format.signedPercent(percentageChange / 100)})
        </Change>
      )}
    </>
  )
}
