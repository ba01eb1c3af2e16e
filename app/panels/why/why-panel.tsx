/** The Why panel: technical analysis of the displayed symbol. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { useRefetchQuery } from '#app/api/refetch-query.ts'
import { problemOf } from '#app/api/client.ts'
import { queries } from '#app/api/queries.ts'
import { useSubscription } from '#app/api/feed/use-subscription.ts'
import type { WireWhy } from '#contract/responses/resources.ts'
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

type WhyTab = 'analysis' | 'news'

export function WhyPanel() {
  const { t } = useTranslation('why')
  const symbol = useView((view) => view.symbol)
  const query = useQuery(queries.why(symbol))
  const { stale } = useMarket()
  const refetchQuery = useRefetchQuery()
  const hasNewsTab = useOption('showNewsTab')
  const [tab, setTab] = useState<WhyTab>('analysis')
  const isNewsShown = hasNewsTab && tab === 'news'
  const news = useLazyModule('news', loadNews, isNewsShown)
  useSubscription(symbol ? [symbol] : [])

  const why = query.data
  const problem = query.error ? problemOf(query.error) : undefined
  const isUnknownSymbol = !why && (problem?.code === 'symbol-unknown' || problem?.code === 'malformed-symbol')
  const listing = useListing(why)
  const NewsList = news.data?.NewsList

  return (
    <Panel
      name="why"
      symbol={symbol}
      // Data is stale without live quotes, and after a failed refetch.
      state={!symbol || isUnknownSymbol ? 'empty' : panelState(query, { stale: stale || query.isError })}
      unknown={why?.unknown}
      heading={symbol ? <Heading symbol={symbol} why={why} /> : t('titleEmpty')}
      meta={listing}
      toolbar={hasNewsTab && <WhyTabs tab={tab} onTab={setTab} />}
      problem={problem}
      onRetry={() => refetchQuery(queries.why(symbol).queryKey)}
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
        <div {...(hasNewsTab && { id: 'why-tab', role: 'tabpanel', 'aria-label': t(`tabs.${tab}`) })}>
          {!isNewsShown ? (
            <Analysis key={symbol} why={why} />
          ) : NewsList ? (
            <NewsList why={why} />
          ) : (
            <WhySkeleton />
          )}
        </div>
      )}
    </Panel>
  )
}

function Heading({ symbol, why }: { symbol: string; why: WireWhy | undefined }) {
  const { t } = useTranslation('why')
  return (
    <>
      {t('title', { symbol })}
      {why && (
        <span className="why-company" title={why.expandedQuote.companyName}>
          {' '}
          <bdi>{why.expandedQuote.companyName}</bdi>
        </span>
      )}
    </>
  )
}

/** Returns the sector and the exchange as one text. */
function useListing(why: WireWhy | undefined): string | undefined {
  const sectorName = useSector()
  if (!why) return undefined
  const { sector, exchange } = why.expandedQuote
  return [sector && sectorName(sector), exchange].filter(Boolean).join(' · ')
}

function WhyTabs({ tab, onTab }: { tab: WhyTab; onTab: (tab: WhyTab) => void }) {
  const { t } = useTranslation('why')
  return (
    <Tabs
      className="why-tabs"
      label={t('tabs.label')}
      value={tab}
      choices={(['analysis', 'news'] as const).map((name) => ({
        value: name,
        label: t(`tabs.${name}`),
        controls: 'why-tab',
      }))}
      onChange={onTab}
    />
  )
}
