import { useTranslation } from '#app/i18n/use-translation.ts'
import type { LegType } from '#contract/responses/income.ts'
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx'
import { type ChainLayout, columnsInDisplayOrder } from './columns.ts'

/**
 * Table head with the names of legs and columns. The columns of the figures are hidden from screen
 * readers, because the accessible name of each contract contains them.
 */
export function ChainHead({ layout, legs }: { layout: ChainLayout; legs: readonly LegType[] }) {
  const { t } = useTranslation('chain')
  const [first, second] = legs.map((leg) => <SideHead key={leg} leg={leg} layout={layout} />)
  return (
    <thead>
      <tr aria-rowindex={1}>
        {layout.hasBothLegs && first}
        <th scope="col" className="chain-strike">
          {t('strike')}
        </th>
        {layout.hasBothLegs ? second : first}
      </tr>
    </thead>
  )
}

function SideHead({ leg, layout }: { leg: LegType; layout: ChainLayout }) {
  const { t } = useTranslation('chain')
  return (
    <th scope="col" className="chain-side" data-leg={leg}>
      {layout.hasBothLegs ? (
        <span className="chain-leg">{t(leg)}</span>
      ) : (
        <VisuallyHidden>{t(leg)}</VisuallyHidden>
      )}
      <span className="chain-figures" aria-hidden="true">
        {columnsInDisplayOrder(layout, leg).map((column) => (
          <span key={column[0]} className="chain-figure">
            {column.map((name) => (
              <span key={name} title={t(`columnName.${name}`)}>
                {t(`column.${name}`)}
              </span>
            ))}
          </span>
        ))}
      </span>
    </th>
  )
}
