/** Form with all filters of the ideas except the direction. */
import { type ReactNode, useId } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { WireTradeIdea } from '#contract/responses/lists/ideas.ts'
import { useMessage } from '#app/i18n/message.ts'
import { useSector } from '#app/i18n/sector.ts'
import { useAppState } from '#app/state/app-state.ts'
import { clearFilters, setFilters } from '#app/state/choices/list-choice.ts'
import { useView } from '#app/state/view.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { countFilters, marketCaps } from './filter-and-sort.ts'
import { FilterSelect } from './filter-select.tsx'
import { useHiddenIdeaFigures } from '../hidden-prices.ts'
import { IncomeFields } from '../income-fields.tsx'

export function FilterForm({ ideas }: { ideas: readonly WireTradeIdea[] }) {
  const app = useAppState()
  const { t } = useTranslation(['filters', 'common'])
  const filters = useView((view) => view.filters)
  const count = countFilters(filters)
  const hidden = useHiddenIdeaFigures()
  const noteId = useId()
  const sectors = useSectors(ideas)
  const rules = useRules(ideas)
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
        {sectors.map(([sector, name]) => (
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
        {rules.map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Choice>
      <IncomeFields hidden={hidden} noteId={noteId} />
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

/** An option of a select element. */
type NamedValue = readonly [value: string, name: string]

const byName = ([, a]: NamedValue, [, b]: NamedValue): number => a.localeCompare(b)

/** Returns the sectors of the ideas, sorted by their localised names. */
function useSectors(ideas: readonly WireTradeIdea[]): NamedValue[] {
  const sectorName = useSector()
  const sectors = [...new Set(ideas.map(({ sector }) => sector))].filter(Boolean)
  return sectors.map((sector) => [sector, sectorName(sector)] as const).toSorted(byName)
}

/** Returns the signals of the ideas, sorted by their localised names. */
function useRules(ideas: readonly WireTradeIdea[]): NamedValue[] {
  const translate = useMessage()
  const rules = ideas.flatMap((idea) => idea.rules)
  const names = rules.map(
    ({ code, ruleMatch }) => [code, translate({ code: `rule.${code}.name`, params: {} }, ruleMatch)] as const,
  )
  return [...new Map(names)].toSorted(byName)
}

/** Select element of a filter of the ideas. */
function Choice({
  name,
  ...rest
}: {
  name: 'sector' | 'marketCap' | 'liquidity' | 'rule'
  label: string
  value: string
  children: ReactNode
}) {
  const app = useAppState()
  return (
    <FilterSelect
      {...rest}
      onChange={(value) => setFilters(app, { [name]: name === 'liquidity' && value ? Number(value) : value })}
    />
  )
}
