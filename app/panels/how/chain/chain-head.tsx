import { useTranslation } from 'react-i18next'
import type { LegType } from '#contract/responses/income.ts'
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx'
import { type Layout, inOrder } from './columns.ts'

/** The columns' names: of calls, of strikes, of puts. Each contract's own name says its figures once more. */
export function ChainHead({ layout, legs }: { layout: Layout; legs: readonly LegType[] }) {
  const { t } = useTranslation('chain')
  const [first, second] = legs.map((leg) => <SideHead key={leg} leg={leg} layout={layout} />)
  return (
    <thead>
      <tr aria-rowindex={1}>
        {layout.both && first}
        <th scope="col" className="chain-strike">
          {t('strike')}
        </th>
        {layout.both ? second : first}
      </tr>
    </thead>
  )
}

function SideHead({ leg, layout }: { leg: LegType; layout: Layout }) {
  const { t } = useTranslation('chain')
  return (
    <th scope="col" className="chain-side" data-leg={leg}>
      {layout.both ? <span className="chain-leg">{t(leg)}</span> : <VisuallyHidden>{t(leg)}</VisuallyHidden>}
      <span className="chain-figures" aria-hidden="true">
        {inOrder(layout, leg).map((column) => (
          <span key={column[0]} className="chain-figure">
            {column.map((figure) => (
              <span key={figure} title={t(`columnName.${figure}`)}>
                {t(`column.${figure}`)}
              </span>
            ))}
          </span>
        ))}
      </span>
    </th>
  )
}
