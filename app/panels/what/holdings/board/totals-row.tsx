import { useTranslation } from '#app/i18n/use-translation.ts'
import { useFormat } from '#app/i18n/format.ts'
import { missingValueText } from '#app/i18n/number-format.ts'
import type { BoardPosition } from './board-position.ts'
import { type Total, type TotalName, totalNames, totalsOf } from './board-totals.ts'
import { figureText } from './figure-text.tsx'

/**
 * Footer of the board: the totals, under their columns in wide panels and with their names in narrow ones, and how many
 * positions each of them does not count.
 */
export function TotalsRow({ positions, index }: { positions: readonly BoardPosition[]; index: number }) {
  const { t } = useTranslation('positions')
  const format = useFormat()
  const totals = totalsOf(positions)
  const incomplete = totalNames.filter((name) => totals[name].notCounted > 0)
  return (
    <>
      <div role="row" className="board-row board-totals" aria-rowindex={index}>
        <span role="rowheader" className="board-name">
          {t('total', { number: format.whole(positions.length) })}
        </span>
        {totalNames.map((name) => (
          <TotalCell key={name} name={name} total={totals[name]} />
        ))}
      </div>
      {incomplete.length > 0 && (
        <div role="row" className="board-not-counted" aria-rowindex={index + 1}>
          <span role="gridcell">
            <span aria-hidden="true">* </span>
            {t('notCounted', {
              items: format.list(
                incomplete.map((name) =>
                  t('notCountedItem', {
                    figure: t(`column.${name}`),
                    missing: format.whole(totals[name].notCounted),
                    all: format.whole(positions.length),
                  }),
                ),
              ),
            })}
          </span>
        </div>
      )}
    </>
  )
}

function TotalCell({ name, total: { sum, notCounted } }: { name: TotalName; total: Total }) {
  const { t } = useTranslation('positions')
  const format = useFormat()
  const tone = name === 'profit' && sum !== null && (sum < 0 ? ' board-bad' : ' board-good')
  return (
    <span role="gridcell" className={`board-${name}${tone || ''}`} title={t(`about.${name}`)}>
      <span className="board-total-name">{t(`column.${name}`)}</span>{' '}
      <bdi dir="ltr">
        {sum === null ? missingValueText : figureText(format, name, sum)}
        {notCounted > 0 && '*'}
      </bdi>
    </span>
  )
}
