import { useTranslation } from 'react-i18next'
import { useAppState } from '#app/state/app-state.ts'
import { openDialog } from '#app/state/dialogs.ts'
import { Button } from '#app/ui/controls/button.tsx'

/**
 * What must stand beside every probability and score: the way to how they are worked out, what they leave out, and that
 * they are hypothetical (FINRA 2214). The disclaimer says it.
 */
export function MethodButton() {
  const app = useAppState()
  const { t } = useTranslation('how')
  return (
    <Button
      kind="link"
      onClick={(event) => {
        // The focus goes back to what opened the popover, and from there into the dialog and out of it again.
        event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
        openDialog(app, 'disclaimer')
      }}
    >
      {t('method')}
    </Button>
  )
}
