import { useTranslation } from '#app/i18n/use-translation.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useAppState } from '#app/state/app-state.ts'
import { toggleCompare } from '#app/state/choices/trade-choice.ts'
import { useView } from '#app/state/view.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { closeIcon } from '#app/ui/controls/dialog.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { readContractId, useContractName } from '#app/panels/how/contract-name.ts'
import { compactDay } from '#app/panels/how/grid/compact-day.ts'
import { strikeText } from '#app/panels/how/strike.ts'
import { type Pinned, usePinned } from './pinned.ts'
import { sellPinned } from './sell-pinned.ts'

/** Status of a contract without figures → key of its text. */
const statusTexts = {
  loading: 'compare.coming',
  delisted: 'compare.gone',
  failed: 'compare.failed',
  refused: 'figure.notAvailable',
} as const satisfies Record<Exclude<Pinned['status'], 'loaded'>, string>

/** The contracts of the comparison in one line, each with its bid and return, and buttons to sell and to remove it. */
export function PinnedList() {
  const pins = usePinned()
  return (
    <ul className="how-pins" data-count={pins.length}>
      {pins.map((pinned) => (
        <PinnedContract key={pinned.id} pinned={pinned} />
      ))}
    </ul>
  )
}

function PinnedContract({ pinned }: { pinned: Pinned }) {
  const app = useAppState()
  const { t } = useTranslation('how')
  const format = useFormat()
  const name = useContractName()(pinned.symbol, pinned.id)
  const shortName = useShortName(pinned)
  return (
    <li data-pin={pinned.id} aria-busy={pinned.status === 'loading' || undefined}>
      <span className="how-pin" title={name}>
        <bdi>{shortName}</bdi>
        <small>
          {pinned.status === 'loaded' ? (
            <bdi dir="ltr">
              {`${format.money(pinned.option.bid)} · ${format.percent(pinned.option.return)}`}
            </bdi>
          ) : (
            t(statusTexts[pinned.status])
          )}
        </small>
      </span>
      {pinned.status === 'loaded' && (
        <Button
          kind="primary"
          data-action="sell"
          aria-label={t('compare.sellNamed', { contract: name })}
          onClick={() => sellPinned(app, pinned)}
        >
          {t('compare.sell')}
        </Button>
      )}
      <Button
        kind="icon"
        data-action="remove"
        aria-label={t('compare.removeNamed', { contract: name })}
        onClick={() => toggleCompare(app, pinned)}
      >
        <Icon path={closeIcon} />
      </Button>
    </li>
  )
}

/** Returns the name of a contract without its year, and without its symbol if that is the displayed one. */
function useShortName({ symbol, id }: Pinned): string {
  const { t } = useTranslation('ticket')
  const format = useFormat()
  const displayedSymbol = useView((view) => view.symbol)
  const { expiryDate, leg, strike } = readContractId(id)
  const name = `${compactDay(format.dayShort(expiryDate))} ${strikeText(format, strike)} ${t(leg)}`
  return symbol === displayedSymbol ? name : `${symbol} ${name}`
}
