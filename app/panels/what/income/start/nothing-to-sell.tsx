import { useTranslation } from '#app/i18n/use-translation.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useAppState } from '#app/state/app-state.ts'
import { setLeg } from '#app/state/choices/trade-choice.ts'
import { selectSymbol, type Tab } from '#app/state/view.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Note } from '#app/ui/note.tsx'
import { clearMeans, type Means } from './means.ts'

/** Note for a list without a trade for what the user has. How also computes symbols that are not in the scan. */
export function NothingToSell({ has, goTo }: { has: NonNullable<Means['has']>; goTo: (tab: Tab) => void }) {
  const app = useAppState()
  const { t } = useTranslation(['ideas', 'common'])
  const format = useFormat()
  const panel = t('common:tab.how')
  const [symbol, ...others] = 'symbols' in has ? has.symbols : []
  const isOneSymbol = symbol !== undefined && others.length === 0
  const show = (shown: string) => {
    selectSymbol(app, shown, { origin: 'user' })
    setLeg(app, 'call')
    goTo('how')
  }
  return (
    <Note
      title={t('income.noMatchTitle')}
      action={
        isOneSymbol ? (
          <Button onClick={() => show(symbol)}>{t('start.show', { symbol, panel })}</Button>
        ) : (
          <Button onClick={() => clearMeans(app)}>{t('start.clear')}</Button>
        )
      }
    >
      {'cash' in has
        ? t('start.noneCash', { cash: format.money(has.cash) })
        : isOneSymbol
          ? t('start.noneSymbol', { symbol, panel })
          : t('start.noneHoldings')}
    </Note>
  )
}
