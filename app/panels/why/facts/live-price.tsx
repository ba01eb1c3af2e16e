import type { ReactNode } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { WireWhy } from '#contract/responses/resources.ts'
import { whyUnknown } from '#contract/responses/unknown.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useLastQuote, useMarket } from '#app/state/live.ts'
import { Chip, clockMark } from '#app/ui/chip.tsx'
import { LastPrice } from '#app/ui/price/last-price.tsx'
import { UnpricedNote } from '#app/ui/unknown.tsx'
import { DataParts } from './data-parts.tsx'
import { hasNoPrices } from './hidden-prices.ts'

const marks = { pre: '☀', after: '☾', closed: '☾', stale: clockMark } as const

/** The live price, its change, and the session of the price if it is stale or not from the regular session. */
export function LivePrice({
  why,
  children,
}: {
  why: WireWhy
  /** Shown between the change and the session. */
  children?: ReactNode
}) {
  const { t } = useTranslation('why')
  const format = useFormat()
  const quote = useLastQuote(why.symbol, why.expandedQuote)
  const { market, stale } = useMarket()
  const session = stale ? 'stale' : market && market.state !== 'open' ? market.state : null
  return (
    <>
      {quote.last === null && whyUnknown(why, 'expandedQuote.last')?.reason === 'not-licensed' ? (
        <UnpricedNote subject={hasNoPrices(why) ? 'prices' : 'quotes'} className="why-quiet" />
      ) : (
        <LastPrice quote={quote} stale={stale} className="why-price" />
      )}
      {children}
      {session && (
        <Chip tone="neutral" mark={marks[session]}>
          {t('session.asOf', {
            session: t(`session.${session}`),
            time: format.weekdayTime('time' in quote ? quote.time : why.dataStatus.asOf),
          })}
        </Chip>
      )}
      <DataParts why={why} />
    </>
  )
}
