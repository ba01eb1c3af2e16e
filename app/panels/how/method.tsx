import { type MouseEvent, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLazyModule } from '#app/api/lazy-module.ts'
import { Button } from '#app/ui/button.tsx'

/**
 * What must stand beside every probability and score: the way to how they are worked out, what they leave out, and that
 * they are hypothetical (FINRA 2214). `button` may stand in a popover, `dialog` stands outside of it: the popover closes
 * when the dialog opens.
 */
export function useMethod(): { button: ReactNode; dialog: ReactNode } {
  const { t } = useTranslation('how')
  const [wanted, setWanted] = useState(false)
  const { data, isError, refetch } = useLazyModule(
    'disclaimer',
    () => import('#app/shell/footer/disclaimer.tsx'),
    wanted,
  )
  const open = (event: MouseEvent<HTMLElement>) => {
    // The focus goes back to what opened the popover, and from there into the dialog and out of it again.
    event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
    setWanted(true)
    if (isError) void refetch()
  }
  return {
    button: (
      <Button kind="link" onClick={open}>
        {t('method')}
      </Button>
    ),
    dialog: wanted && data && (
      <Suspense>
        <data.Disclaimer onClose={() => setWanted(false)} />
      </Suspense>
    ),
  }
}
