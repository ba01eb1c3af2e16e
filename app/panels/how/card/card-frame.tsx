import './card.css'
import { type ReactNode, useId } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { WireIncomeOption } from '#contract/responses/income.ts'
import { useFormat } from '#app/i18n/format.ts'
import { strikeText } from '#app/panels/how/strike.ts'
import { ScoreRing } from './score-ring.tsx'
import { type CardWarning, Warnings } from './warnings.tsx'

/** The frame of a contract's card: its name, score and warnings above the content. */
export function CardFrame({
  symbol,
  option,
  title,
  warnings,
  banner,
  meta,
  children,
}: {
  symbol: string
  option: WireIncomeOption
  /** Replaces the name of the contract, whose score then does not apply. */
  title?: string
  warnings: readonly CardWarning[]
  /** Explains why this contract is shown. */
  banner: ReactNode
  /** Below the name. */
  meta: ReactNode
  children: ReactNode
}) {
  const id = useId()
  const name = useCardTitle(symbol, option)
  return (
    <article
      className="how-card"
      aria-labelledby={`${id}-title`}
      data-option={option.id}
      data-warnings={option.warnings.join(' ')}
    >
      {banner}
      <header className="how-card-head">
        <div>
          <h3 id={`${id}-title`} dir="auto">
            {title ?? name}
          </h3>
          {meta}
        </div>
        {title === undefined && <ScoreRing option={option} />}
      </header>
      <Warnings warnings={warnings} />
      {children}
    </article>
  )
}

/** Returns the name of the contract with the number of contracts. */
function useCardTitle(
  symbol: string,
  option: Pick<WireIncomeOption, 'legType' | 'contracts' | 'expiryDate' | 'strike'>,
): string {
  const { t } = useTranslation('how')
  const format = useFormat()
  return t(option.legType === 'Call' ? 'card.call' : 'card.put', {
    contracts: format.whole(option.contracts),
    symbol,
    expiry: format.day(option.expiryDate),
    strike: strikeText(format, option.strike),
  })
}
