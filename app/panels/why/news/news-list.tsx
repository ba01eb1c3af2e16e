/** Headlines of one symbol. A lazily loaded chunk. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { WireWhy } from '#contract/responses/resources.ts'
import { problemOf } from '#app/api/client.ts'
import { panelQueries } from '#app/api/panel-queries.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Chip } from '#app/ui/chip.tsx'
import { externalIcon, Icon } from '#app/ui/icon.tsx'
import { Failure } from '#app/ui/failure.tsx'
import { Note } from '#app/ui/note.tsx'
import { SkeletonBlocks } from '#app/ui/panel.tsx'
import { useUnknownReason } from '#app/ui/unknown.tsx'
import './news-list.css'

/** Headlines with another scheme are shown without a link: `javascript:` URLs are unsafe. */
const isWebAddress = (url: string) => /^https?:\/\//i.test(url)

export function NewsList({ why }: { why: WireWhy }) {
  const { t } = useTranslation(['why', 'common'])
  const format = useFormat()
  const { symbol, dataStatus } = why
  const reasonOf = useUnknownReason()
  const query = useQuery(panelQueries.news(symbol))
  if (!query.data) {
    // During a retry the data is still missing, so the failure stays visible.
    if (query.errorUpdateCount > 0) {
      return (
        <Failure
          problem={query.error ? problemOf(query.error) : undefined}
          symbol={symbol}
          title={t('newsList.failed')}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )
    }
    return (
      <div className="why why-news-waiting" aria-busy="true">
        <SkeletonBlocks count={6} />
      </div>
    )
  }
  const { news, unknown } = query.data
  const isLinked = news.some(({ url }) => url && isWebAddress(url))
  if (news.length === 0)
    return (
      <Note>{unknown ? reasonOf({ reason: unknown, asOf: null }) : t('newsList.empty', { symbol })}</Note>
    )
  return (
    <>
      {dataStatus.simulated && (
        <p className="why-news-meta why-news-notice">
          <Chip tone="info">{t('newsList.simulated')}</Chip> {t('newsList.simulatedText')}
        </p>
      )}
      {/* Without links, the list takes the focus, so that the keyboard can scroll it. */}
      <ul className="why-news" tabIndex={isLinked ? undefined : 0} aria-label={t('tabs.news')}>
        {news.map(({ id, headline, source, time, url }) => (
          <li key={id}>
            {url && isWebAddress(url) ? (
              <a href={url} target="_blank" rel="noopener noreferrer">
                {headline} <Icon path={externalIcon} />
                <span className="visually-hidden"> ({t('newsList.opens')})</span>
              </a>
            ) : (
              <span className="why-news-text">{headline}</span>
            )}
            <span className="why-news-meta">
              <bdi>{source}</bdi> ·{' '}
              <time dateTime={time} title={`${format.dayOf(time)} ${format.time(time)} ET`}>
                {format.ago(time, dataStatus.asOf)}
              </time>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
