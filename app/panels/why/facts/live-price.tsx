import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Why } from '#contract/resources.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useMarket, useQuote } from '#app/state/live.ts'
import { Change } from '#app/ui/change.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { Flash } from '#app/ui/flash.tsx'

const marks = { pre: '☀', after: '☾', closed: '☾', stale: '⚠' } as const

/** The last price as it comes in, the change, and what kind of price it is where it is not one of the regular session. */
export function LivePrice({
  why,
  children,
}: {
  why: Why
  /** Between the change and the kind. */ children?: ReactNode
}) {
  const { t } = useTranslation('why')
  const format = useFormat()
  const quote = useQuote(why.symbol)
  const { frame, stale } = useMarket()
  const { last, change, percentageChange } = quote ?? why.expandedQuote
  const session = stale ? 'stale' : frame && frame.state !== 'open' ? frame.state : null
  return (
    <>
      <span className="why-price">
        <Flash value={last} quiet={stale}>
          <bdi dir="ltr">{format.stockPrice(last)}</bdi>
        </Flash>
      </span>
      <Change value={change} least={format.leastChange(last)}>
        {format.change(change, last)} ({format.signedPercent(percentageChange / 100)})
      </Change>
      {children}
      {session && (
        <Chip tone={session === 'stale' ? 'warn' : 'neutral'} mark={marks[session]}>
          {t('session.asOf', {
            session: t(`session.${session}`),
            time: format.weekdayTime(quote?.time ?? why.dataStatus.asOf),
          })}
        </Chip>
      )}
    </>
  )
}
