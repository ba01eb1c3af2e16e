/** Method and limits: the formulas of the figures, and the limits of the data. */
import './method-dialog.css'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { useAppState } from '#app/state/app-state.ts'
import { openDialog } from '#app/state/dialogs.ts'
import { isAnnualizedHidden, useHost } from '#app/state/host.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Dialog } from '#app/ui/controls/dialog.tsx'

const limits = ['quotes', 'jumps', 'costs', 'position'] as const

export function MethodDialog({ onClose }: { onClose: () => void }) {
  const app = useAppState()
  const { t } = useTranslation(['legal', 'how', 'common'])
  const hidesAnnualized = useHost(isAnnualizedHidden)
  const formulas: [name: string, formula: string][] = [
    [t('legal:method.returnCall'), t('how:formula.returnCall')],
    [t('legal:method.returnPut'), t('how:formula.returnPut')],
    ...(hidesAnnualized
      ? []
      : [[t('how:figure.annualized'), t('how:formula.annualized')] satisfies [string, string]]),
    [t('how:figure.breakeven'), t('legal:method.breakeven')],
    [t('how:figure.probability'), t('how:formula.probability')],
    [t('how:figure.profit'), t('legal:method.profit')],
    [t('how:check.Score'), `${t('how:score.formula')}. ${t('how:score.note')}`],
  ]
  return (
    <Dialog
      title={t('legal:method.title')}
      onClose={onClose}
      actions={<Button onClick={() => openDialog(app, 'disclaimer')}>{t('common:footer.disclaimer')}</Button>}
    >
      <dl className="method-formulas">
        {formulas.map(([name, formula]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formula}</dd>
          </div>
        ))}
      </dl>
      <h3>{t('legal:method.limits')}</h3>
      <ul className="method-limits">
        {limits.map((name) => (
          <li key={name}>{t(`legal:method.${name}`)}</li>
        ))}
      </ul>
      <p>{t('legal:paragraphs.scope')}</p>
      <p>{t('legal:paragraphs.hypothetical')}</p>
    </Dialog>
  )
}
