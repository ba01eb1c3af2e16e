import './roll.css'
import { type CSSProperties, Suspense } from 'react'
import type { TradeTicket } from '#contract/bridge/ticket.ts'
import { useLazyModule } from '#app/api/lazy-module.ts'
import { useHoldingOf } from '#app/state/holdings.ts'
import type { Blocked } from '#app/panels/how/ticket/caution.tsx'

/** The options of a symbol that the user has sold and not bought back: a part that comes where there are any. */
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
  const part = useLazyModule('how/roll', () => import('./roll-part.tsx'), count > 0)
  if (!holding || !count) return null
  return (
    // As high as its closed rows, so that nothing below moves when they come.
    <div className="roll-place" style={{ '--rows': count } as CSSProperties}>
      {part.data && (
        <Suspense>
          <part.data.RollPart key={symbol} holding={holding} blocked={blocked} onTrade={onTrade} />
        </Suspense>
      )}
    </div>
  )
}
