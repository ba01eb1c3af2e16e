/** The filters beyond the direction. */
import '#app/ui/controls/select.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { TradeIdea } from '#contract/responses/ideas.ts'
import { useMessage } from '#app/i18n/message.ts'
import { useSector } from '#app/i18n/sector.ts'
import { useAppState } from '#app/state/app-state.ts'
import { clearFilters, setFilters, useView } from '#app/state/view.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { countFilters, marketCaps } from './filter-and-sort.ts'
import { IncomeFields } from './income-fields.tsx'

export function FilterForm({ ideas }: { ideas: readonly TradeIdea[] }) {
  const app = useAppState()
  const { t } = useTranslation(['filters', 'common'])
  const write = useMessage()
  const filters = useView((view) => view.filters)
  const count = countFilters(filters)
  const sectorName = useSector()
  const sectors = [...new Set(ideas.map(({ sector }) => sector))]
    .filter(Boolean)
    .map((sector) => [sector, sectorName(sector)] as const)
  const rules = [
    ...new Map(
      ideas
        .flatMap((idea) => idea.rules)
        .map((rule) => [rule.code, write({ code: `rule.${rule.code}.name`, params: {} }, rule.ruleMatch)]),
    ),
  ]
  return (
    <div className="filters" role="group" aria-label={t('label')}>
      <input
        type="search"
        className="field filters-text"
        aria-label={t('text')}
        placeholder={t('textPlaceholder')}
        value={filters.text}
        onChange={(event) => setFilters(app, { text: event.target.value })}
      />
      <Choice name="sector" label={t('sector')} value={filters.sector}>
        {sectors
          .sort(([, a], [, b]) => a.localeCompare(b))
          .map(([sector, name]) => (
            <option key={sector} value={sector}>
              {name}
            </option>
          ))}
      </Choice>
      <Choice name="marketCap" label={t('marketCap')} value={filters.marketCap}>
        {marketCaps.map((cap) => (
          <option key={cap} value={cap}>
            {t(`size.${cap}`)}
          </option>
        ))}
      </Choice>
      <Choice name="liquidity" label={t('liquidity')} value={String(filters.liquidity)}>
        {([1, 2, 3] as const).map((rank) => (
          <option key={rank} value={rank}>
            {t(`common:liquidity.${rank}`)}
          </option>
        ))}
      </Choice>
      <Choice name="rule" label={t('rule')} value={filters.rule}>
        {rules
          .sort(([, a], [, b]) => a.localeCompare(b))
          .map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
      </Choice>
      <IncomeFields />
      {count > 0 && (
        <Button
          kind="quiet"
          className="filters-clear"
          data-action="clear-filters"
          onClick={() => clearFilters(app)}
        >
          {t('clear', { count })}
        </Button>
      )}
    </div>
  )
}

function Choice({
  name,
  label,
  value,
  children,
}: {
  name: 'sector' | 'marketCap' | 'liquidity' | 'rule'
  label: string
  value: string
  children: ReactNode
}) {
  const app = useAppState()
  const { t } = useTranslation()
  return (
    <label>
      <span>{label}</span>
      <select
        className="select"
        value={value}
        onChange={({ target }) =>
          setFilters(app, {
            [name]: name === 'liquidity' && target.value ? Number(target.value) : target.value,
          })
        }
      >
        <option value="">{t('any')}</option>
        {children}
      </select>
    </label>
  )
}
