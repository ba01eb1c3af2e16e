/** How the widget looks and speaks. Kept while the frame lives; the embedding page may set theme and language as well. */
import './ui/select.css'
import './settings-menu.css'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { locales } from '#contract/options.ts'
import { nearestLocale } from './i18n/i18n.ts'
import { useHost, useOption } from './state/host.ts'
import { setAppearance, useView } from './state/view.ts'
import { Segmented } from './ui/segmented.tsx'

/** A language in its own words. */
const nameOf = (locale: string) => new Intl.DisplayNames(locale, { type: 'language' }).of(locale) ?? locale

export function SettingsMenu() {
  const { t } = useTranslation('shell')
  const id = useId()
  const locale = useHost((host) => host.locale)
  const hideLanguage = useOption('hideLocalizationOptions')
  const { colorConvention, colorVision, density } = useView()
  return (
    <div className="settings">
      {!hideLanguage && (
        <label htmlFor={id}>
          {t('header.language')}
          <select
            id={id}
            className="select"
            value={locale}
            onChange={(event) => useHost.setState({ locale: nearestLocale(event.target.value) })}
          >
            {locales.map((one) => (
              <option key={one} value={one} lang={one}>
                {nameOf(one)}
              </option>
            ))}
          </select>
        </label>
      )}
      <div>
        {t('header.colors')}
        <Segmented
          stretch
          label={t('header.colors')}
          value={colorConvention}
          choices={[
            { value: 'green-up', label: t('header.greenUp') },
            { value: 'red-up', label: t('header.redUp') },
          ]}
          onChange={(next) => setAppearance({ colorConvention: next })}
        />
      </div>
      <div>
        {t('header.vision')}
        <Segmented
          stretch
          label={t('header.vision')}
          value={colorVision}
          choices={[
            { value: 'default', label: t('header.visionDefault') },
            { value: 'safe', label: t('header.visionSafe') },
          ]}
          onChange={(next) => setAppearance({ colorVision: next })}
        />
      </div>
      <div>
        {t('header.density')}
        <Segmented
          stretch
          label={t('header.density')}
          value={density}
          choices={[
            { value: 'comfortable', label: t('header.comfortable') },
            { value: 'compact', label: t('header.compact') },
          ]}
          onChange={(next) => setAppearance({ density: next })}
        />
      </div>
      <p>{t('header.shortcuts')}</p>
    </div>
  )
}
