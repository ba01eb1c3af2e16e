/**
 * Appearance and language settings. The user's choice takes precedence over the embedding page's initial
 * options (docs/embedding.md).
 */
import '#app/ui/controls/select.css'
import './settings-menu.css'
import { useId } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { locales, nearestLocale } from '#contract/text/locales.ts'
import { useAppState } from '#app/state/app-state.ts'
import { useHost, useOption } from '#app/state/host.ts'
import { openDialog } from '#app/state/dialogs.ts'
import { chooseAppearance, useView } from '#app/state/view.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Segmented } from '#app/ui/controls/segmented.tsx'

/** Returns the name of a language in that language. */
const nameOf = (locale: string) => new Intl.DisplayNames(locale, { type: 'language' }).of(locale) ?? locale

export function SettingsMenu() {
  const app = useAppState()
  const { t } = useTranslation('shell')
  const id = useId()
  const pageLocale = useHost((host) => host.locale)
  const hideLanguage = useOption('hideLocalizationOptions')
  const { colorConvention, colorVision, density, locale } = useView()
  return (
    <div className="settings">
      {!hideLanguage && (
        <label htmlFor={id}>
          {t('header.language')}
          <select
            id={id}
            className="select"
            value={locale ?? pageLocale}
            onChange={(event) => chooseAppearance(app, { locale: nearestLocale(event.target.value) })}
          >
            {locales.map((option) => (
              <option key={option} value={option} lang={option}>
                {nameOf(option)}
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
          onChange={(next) => chooseAppearance(app, { colorConvention: next })}
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
          onChange={(next) => chooseAppearance(app, { colorVision: next })}
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
          onChange={(next) => chooseAppearance(app, { density: next })}
        />
      </div>
      <Button
        onClick={(event) => {
          // Closed first, so that the focus returns to the menu's button when the dialog is closed.
          event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
          openDialog(app, 'shortcuts')
        }}
      >
        {t('shortcuts.title')}
      </Button>
    </div>
  )
}
