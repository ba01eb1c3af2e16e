/** The Why panel: technical analysis of the displayed symbol. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { useAskAgain } from '#app/api/ask-again.ts'
import { problemOf } from '#app/api/client.ts'
import { queries } from '#app/api/queries.ts'
import { useSubscription } from '#app/api/use-subscription.ts'
import { useSector } from '#app/i18n/sector.ts'
import { useMarket } from '#app/state/live.ts'
import { useOption } from '#app/state/host.ts'
import { useView } from '#app/state/view.ts'
import { Note } from '#app/ui/note.tsx'
import { Panel, panelState } from '#app/ui/panel.tsx'
import { Tabs } from '#app/ui/controls/tabs.tsx'
import { Analysis } from './facts/analysis.tsx'
import { useLazyModule } from '#app/api/lazy-module.ts'
import { WhySkeleton } from './skeleton.tsx'
import './why.css'

const loadNews = () => import('./news/news-list.tsx')

export function WhyPanel() {
  const { t } = useTranslation('why')
  const sectorName = useSector()
  const symbol = useView((view) => view.symbol)
  const query = useQuery(queries.why(symbol))
  const { stale } = useMarket()
  const askAgain = useAskAgain()
  const showNews = useOption('showNewsTab')
  const [tab, setTab] = useState<'analysis' | 'news'>('analysis')
  const onNews = showNews && tab === 'news'
  const news = useLazyModule('news', loadNews, onNews)
  useSubscription(symbol ? [symbol] : [])

  const why = query.data
  const problem = query.error ? problemOf(query.error) : undefined
  const unknown = !why && (problem?.code === 'symbol-unknown' || problem?.code === 'malformed-symbol')
  // An answer that could not be renewed is as old as one whose quotes have stopped.
  const state = !symbol || unknown ? 'empty' : panelState(query, { stale: stale || query.isError })
  const NewsList = news.data?.NewsList

  return (
    <Panel
      name="why"
      symbol={symbol}
      state={state}
      unknown={why?.unknown}
      heading={
        symbol ? (
          <>
            {t('title', { symbol })}
            {why && (
              <span className="why-company" title={why.expandedQuote.companyName}>
                {' '}
                <bdi>{why.expandedQuote.companyName}</bdi>
              </span>
            )}
          </>
        ) : (
          t('titleEmpty')
        )
      }
      meta={
        why &&
        [why.expandedQuote.sector && sectorName(why.expandedQuote.sector), why.expandedQuote.exchange]
          .filter(Boolean)
          .join(' · ')
      }
      toolbar={
        showNews && (
          <Tabs
            className="why-tabs"
            label={t('tabs.label')}
            value={tab}
            choices={(['analysis', 'news'] as const).map((one) => ({
              value: one,
              label: t(`tabs.${one}`),
              controls: 'why-tab',
            }))}
            onChange={setTab}
          />
        )
      }
      problem={problem}
      onRetry={() => askAgain(queries.why(symbol).queryKey)}
      skeleton={<WhySkeleton />}
      empty={
        symbol ? (
          <Note role="status" title={t('empty.unknown', { symbol })}>
            {t('empty.unknownHint')}
          </Note>
        ) : (
          <Note title={t('empty.none')}>{t('empty.noneHint')}</Note>
        )
      }
    >
      {why && (
        <div {...(showNews && { id: 'why-tab', role: 'tabpanel', 'aria-label': t(`tabs.${tab}`) })}>
          {onNews ? NewsList ? <NewsList why={why} /> : <WhySkeleton /> : <Analysis key={symbol} why={why} />}
        </div>
      )}
    </Panel>
  )
}
