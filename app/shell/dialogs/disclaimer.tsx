/** The disclaimer: the partner's own text, otherwise the default. */
import { useTranslation } from '#app/i18n/use-translation.ts'
import { useSource } from '#app/api/source.ts'
import { isAnnualizedHidden, useHost } from '#app/state/host.ts'
import { Dialog } from '#app/ui/controls/dialog.tsx'

const paragraphs = [
  'advice',
  'risk',
  'hypothetical',
  'method',
  'annualized',
  'scope',
  'assignment',
  'technical',
  'data',
] as const

export function Disclaimer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('legal')
  const source = useSource()
  const partnerText = useHost((host) => host.settings?.disclaimer)
  const hidesAnnualized = useHost(isAnnualizedHidden)
  return (
    <Dialog title={t('disclaimerTitle')} onClose={onClose}>
      {partnerText
        ? partnerText.split(/\n{2,}/).map((text) => <p key={text}>{text}</p>)
        : paragraphs
            .filter((name) => !(hidesAnnualized && name === 'annualized'))
            .map((name) => <p key={name}>{t(`paragraphs.${name}`)}</p>)}
      {source && <p>{source}</p>}
    </Dialog>
  )
}
