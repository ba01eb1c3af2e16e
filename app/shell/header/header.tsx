import './header.css'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { Tone } from '#contract/responses/resources.ts'
import { queries } from '#app/api/queries.ts'
import { DataStatus } from './data-status.tsx'
import { useHost, useOption } from '#app/state/host.ts'
import { SymbolSearch } from '#app/shell/search/symbol-search.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Popover } from '#app/ui/controls/popover.tsx'
import { SentimentMark } from '#app/ui/price/sentiment.tsx'
import { Unknown } from '#app/ui/unknown.tsx'

const shareIcon = 'M8 10V2M5 4.5L8 2l3 2.5M3 8v5.5h10V8'
const settingsIcon = 'M2 4.5h7M12 4.5h2M2 11.5h2M7 11.5h7M9 2.5v4h3v-4H9ZM4 9.5v4h3v-4H4Z'

const SettingsMenu = lazy(() =>
  import('#app/shell/settings/settings-menu.tsx').then((m) => ({ default: m.SettingsMenu })),
)
const ShareMenu = lazy(() => import('./share-menu.tsx').then((m) => ({ default: m.ShareMenu })))

export function Header() {
  const { t } = useTranslation('shell')
  const showTone = useOption('showMarketToneInHeader')
  const showSocial = useOption('showSocialButtons')
  const showSupport = useOption('showSupportButtons')
  const settings = useHost((host) => host.settings)
  return (
    <header className="header">
      <SymbolSearch />
      <div className="header-status">
        <DataStatus />
        {showTone && <MarketTone />}
      </div>
      <div className="header-tools">
        {showSupport && settings && (
          <nav className="header-links" aria-label={t('header.support')}>
            {(['faq', 'support', 'feedback'] as const).map((name) => (
              <a
                key={name}
                className="button button-quiet"
                href={settings[`${name}Url`]}
                target="_blank"
                rel="noopener noreferrer"
              >
                {t(`header.${name}`)}
              </a>
            ))}
          </nav>
        )}
        {showSocial && settings && (
          <Popover kind="icon" action="share" name={t('header.share')} label={<Icon path={shareIcon} />}>
            <Suspense>
              <ShareMenu url={settings.shareUrl} />
            </Suspense>
          </Popover>
        )}
        <Popover
          kind="icon"
          action="settings"
          name={t('header.settings')}
          label={<Icon path={settingsIcon} />}
        >
          <Suspense>
            <SettingsMenu />
          </Suspense>
        </Popover>
      </div>
    </header>
  )
}

/** Displays `Market tone ▲ Bullish 1M · ▶ Neutral 6M`. The words make the arrows accessible. */
function MarketTone() {
  const { t } = useTranslation('shell')
  const { data } = useQuery(queries.tone())
  if (!data) return null
  return (
    <span className="market-tone" title={t('header.toneTitle', { symbol: data.symbol })}>
      <span className="market-tone-label">{t('header.tone')}</span>
      <span className="market-tone-one">
        <ToneMark tone={data} field="oneMonthTrend" /> {t('header.oneMonth')}
      </span>
      <span aria-hidden="true">·</span>
      <span className="market-tone-one">
        <ToneMark tone={data} field="sixMonthTrend" /> {t('header.sixMonths')}
      </span>
    </span>
  )
}

function ToneMark({ tone, field }: { tone: Tone; field: 'oneMonthTrend' | 'sixMonthTrend' }) {
  const trend = tone[field]
  return trend ? (
    <SentimentMark plain sentiment={trend.sentimentInterpretation} />
  ) : (
    <Unknown of={tone} field={field} />
  )
}
