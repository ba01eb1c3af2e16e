import { useTranslation } from '#app/i18n/use-translation.ts'
import { useAppState } from '#app/state/app-state.ts'
import { openDialog } from '#app/state/dialogs.ts'
import { Button } from '#app/ui/controls/button.tsx'

/**
 * Opens the dialog with the method, its limits, and the statement that results are hypothetical. FINRA 2214 requires it
 * beside every probability and score.
 */
export function MethodButton() {
  const app = useAppState()
  const { t } = useTranslation('how')
  return (
    <Button
      kind="link"
      onClick={(event) => {
        // Closing the popover moves the focus to its button, to which the dialog later restores it.
        event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
        openDialog(app, 'method')
      }}
    >
      {t('method')}
    </Button>
  )
}
