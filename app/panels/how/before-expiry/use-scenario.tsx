/** The scenario of a contract, or a note with the reason why it is missing. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { Scenario } from '#contract/responses/scenario.ts'
import { problemOf } from '#app/api/client.ts'
import { lazyQueries } from '#app/api/lazy-queries.ts'
import { isPricedScenario } from '#app/state/priced.ts'
import { Failure } from '#app/ui/failure.tsx'
import { UnpricedNote } from '#app/ui/unknown.tsx'
import type { PayoffSubject } from '#app/panels/how/payoff/use-payoff.ts'

/** Returns the scenario of a contract; without one, the note with the reason. */
export function useScenario({
  symbol,
  option,
}: PayoffSubject): { scenario: Scenario; note: null } | { scenario: null; note: ReactNode } {
  const { t } = useTranslation(['scenario', 'how'])
  const query = useQuery(lazyQueries.scenario(symbol, option.id))
  // Placeholder data may belong to another contract, so it is ignored.
  const scenario = query.data?.id === option.id ? query.data : undefined
  if (scenario && scenario.refused === null && isPricedScenario(scenario)) return { scenario, note: null }
  if (!scenario && query.isError)
    return {
      scenario: null,
      note: (
        <Failure
          problem={problemOf(query.error)}
          title={t('failed')}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ),
    }
  if (scenario?.refused === null)
    return { scenario: null, note: <UnpricedNote subject="options" className="how-before-why" /> }
  const text = scenario?.refused
    ? t('refused', { reason: t(`how:refusal.${scenario.refused}`) })
    : t('working')
  return {
    scenario: null,
    note: (
      <p className="how-before-why" role="status">
        {text}
      </p>
    ),
  }
}
