/** The long text: the partner's own where there is one, else ours. */
import { useTranslation } from 'react-i18next'
import { useHost } from './state/host.ts'
import { Dialog } from './ui/dialog.tsx'

const paragraphs = ['advice', 'risk', 'hypothetical', 'method', 'assignment', 'technical', 'data'] as const

export function Disclaimer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('legal')
  const own = useHost((host) => host.settings?.disclaimer)
  return (
    <Dialog title={t('disclaimerTitle')} onClose={onClose}>
      {own
        ? own.split(/\n{2,}/).map((text) => <p key={text}>{text}</p>)
        : paragraphs.map((name) => <p key={name}>{t(`paragraphs.${name}`)}</p>)}
    </Dialog>
  )
}
