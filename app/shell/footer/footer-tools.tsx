import { useTranslation } from '#app/i18n/use-translation.ts'
import { useAppState } from '#app/state/app-state.ts'
import { openDialog } from '#app/state/dialogs.ts'
import { useHost, useOption } from '#app/state/host.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { externalIcon, Icon } from '#app/ui/icon.tsx'

/** The partner's link for business inquiries and the button of its disclaimer, if the page shows them. */
export function FooterTools() {
  const app = useAppState()
  const { t } = useTranslation()
  const businessUrl = useHost((host) => host.settings?.businessUrl)
  const showDisclaimer = useOption('showDisclaimer')
  const showBusiness = useOption('showBusinessInquiries')
  if (!showDisclaimer && !showBusiness) return null
  return (
    <div className="footer-tools">
      {showBusiness && businessUrl && (
        <a className="button button-quiet" href={businessUrl} target="_blank" rel="noopener noreferrer">
          {t('footer.business')}
          <Icon path={externalIcon} mirrored />
        </a>
      )}
      {showDisclaimer && (
        <Button kind="quiet" onClick={() => openDialog(app, 'disclaimer')}>
          {t('footer.disclaimer')}
        </Button>
      )}
    </div>
  )
}
