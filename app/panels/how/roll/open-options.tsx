import './roll.css'
import { type CSSProperties, Suspense } from 'react'
import type { TradeTicket } from '#contract/bridge/ticket.ts'
import { useLazyModule } from '#app/api/lazy-module.ts'
import { useHoldingOf } from '#app/state/holdings.ts'
import type { TradeBlock } from '#app/panels/how/ticket/order-warning.tsx'

/** Open (sold) options of a symbol. Loads its code only if the user has open options. */
export function OpenOptions({
  symbol,
  tradeBlock,
  onTrade,
}: {
  symbol: string
  tradeBlock: TradeBlock | undefined
  onTrade: (ticket: TradeTicket) => void
}) {
  const holding = useHoldingOf(symbol)
  const count = holding?.openOptions?.length ?? 0
  const rollModule = useLazyModule('how/roll', () => import('./open-option-list.tsx'), count > 0)
  if (!holding || !count) return null
  return (
    // Reserves the height of the collapsed rows, so that the content below does not move when the code is loaded.
    <div className="roll-place" style={{ '--rows': count } as CSSProperties}>
      {rollModule.data && (
        <Suspense>
          <rollModule.data.OpenOptionList
            key={symbol}
            holding={holding}
            tradeBlock={tradeBlock}
            onTrade={onTrade}
          />
        </Suspense>
      )}
    </div>
  )
}
