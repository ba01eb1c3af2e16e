import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { Income, IncomeOption } from '#contract/responses/income.ts'
import { recordSummaryQuery, similarPicks } from '#app/api/similar-picks.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useTranslation } from '#app/i18n/use-translation.ts'

type Props = { income: Income; option: IncomeOption }

/** Results of similar picks of the sealed record. Absent without enough of them (docs/record.md). */
export function RecordLine(props: Props) {
  const { data } = useQuery(recordSummaryQuery)
  const right = props.option.legType === 'Call' ? 'call' : 'put'
  const group =
    data &&
    similarPicks(data, props.income.dataStatus.simulated, {
      right,
      probability: props.option.probability,
      days: props.option.daysUntilExpiry,
    })
  return (
    group && (
      <Suspense>
        <GroupLine {...group} />
      </Suspense>
    )
  )
}

function GroupLine({ right, resolved, expired, stated }: NonNullable<ReturnType<typeof similarPicks>>) {
  const { t } = useTranslation('record')
  const format = useFormat()
  return (
    <p className="how-footnote how-record">
      {t(right, {
        resolved: format.whole(resolved),
        observed: format.percent(expired / resolved, 0),
        stated: format.percent(stated, 0),
      })}
    </p>
  )
}
