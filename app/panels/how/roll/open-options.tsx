import './roll.css'
import { type CSSProperties, Suspense } from 'react'
import type { TradeTicket } from '#contract/bridge/ticket.ts'
import { useLazyModule } from '#app/api/lazy-module.ts'
import { useHoldingOf } from '#app/state/holdings.ts'
import type { Blocked } from '#app/panels/how/ticket/caution.tsx'

/** Open (sold) options of a symbol; loads its content only if the user has any. */
export function OpenOptions({
  symbol,
  blocked,
  onTrade,
}: {
  symbol: string
  blocked: Blocked | undefined
  onTrade: (ticket: TradeTicket) => void
}) {
  const holding = useHoldingOf(symbol)
  const count = holding?.openOptions?.length ?? 0
  const rollModule = useLazyModule('how/roll', () => import('./roll-part.tsx'), count > 0)
  if (!holding || !count) return null
  return (
    // Reserves the height of the collapsed rows, so that the content below does not move when they load.
    <div className="roll-place" style={{ '--rows': count } as CSSProperties}>
      {rollModule.data && (
        <Suspense>
          <rollModule.data.RollPart key={symbol} holding={holding} blocked={blocked} onTrade={onTrade} />
        </Suspense>
      )}
    </div>
  )
}
