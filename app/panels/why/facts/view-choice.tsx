import { useTranslation } from '#app/i18n/use-translation.ts'
import type { Sentiment } from '#contract/responses/lists/ideas.ts'
import { useAppState } from '#app/state/app-state.ts'
import { overrideSentiment, useView } from '#app/state/view.ts'
import { Segmented } from '#app/ui/controls/segmented.tsx'
import { SentimentMark } from '#app/ui/price/sentiment.tsx'

/** Control to override the direction of the analysis. The strategies follow the selected direction. */
export function ViewChoice({ sentiment }: { sentiment: Sentiment | null }) {
  const app = useAppState()
  const { t } = useTranslation('why')
  const override = useView((view) => view.sentimentOverride)
  return (
    <div className="why-view">
      <Segmented
        label={t('view.label')}
        value={override ?? 'service'}
        choices={[
          { value: 'service', label: t('view.service') },
          { value: 'Bullish', label: t('view.bullish') },
          // Only the embedding page can set 'Neutral', so the control offers it only while it is set.
          ...(override === 'Neutral' ? ([{ value: 'Neutral', label: t('view.neutral') }] as const) : []),
          { value: 'Bearish', label: t('view.bearish') },
        ]}
        onChange={(value) => overrideSentiment(app, value === 'service' ? null : value)}
      />
      <output className="why-quiet">
        {override && sentiment && override !== sentiment && (
          <>
            {t('view.differs')} <SentimentMark sentiment={sentiment} plain />
          </>
        )}
      </output>
    </div>
  )
}
