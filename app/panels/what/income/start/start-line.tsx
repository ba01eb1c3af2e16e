/** The first question above best income: what the user has. The answer is also the position in How. */
import './start.css'
import { type ReactNode, type RefObject, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { useAppState } from '#app/state/app-state.ts'
import { setIncomeLeg } from '#app/state/choices/list-choice.ts'
import { setCash } from '#app/state/choices/trade-choice.ts'
import { useView } from '#app/state/view.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { PositionHint } from '#app/ui/controls/position-hint.tsx'
import { PositionInput, usePositionInput } from '#app/ui/controls/position-input.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { NoEarningsFilter } from '#app/panels/what/no-earnings-filter.tsx'
import { clearMeans, useMeans } from './means.ts'
import { Sentence } from './sentence.tsx'
import { SharesQuestion } from './shares-question.tsx'

const clearIcon = 'M4 4l8 8M12 4l-8 8'

export function StartLine() {
  const { t } = useTranslation('ideas')
  const leg = useView((view) => view.incomeLeg)
  const { coverable, has } = useMeans()
  const clearButton = has && <ClearButton />
  const line = useRef<HTMLDivElement>(null)
  return (
    <div className="income-start" role="group" aria-label={t('start.label')} ref={line}>
      {leg === 'call' ? (
        <SharesQuestion coverable={coverable} clearButton={clearButton} />
      ) : (
        <CashQuestion
          lists={leg === 'put' ? 'puts' : 'all'}
          end={
            leg === 'put' ? (
              <>
                {clearButton}
                <NoEarnings />
              </>
            ) : (
              <AskForShares line={line} />
            )
          }
        />
      )}
    </div>
  )
}

/** "I have $25,000": an amount lists the puts that it secures. */
function CashQuestion({
  lists,
  end,
}: {
  /** The cash applies to puts only: in the list of all trades the field is empty. */
  lists: 'puts' | 'all'
  end: ReactNode
}) {
  const app = useAppState()
  const { t } = useTranslation(['ideas', 'how'])
  const saved = useView((view) => (lists === 'puts' ? view.cash : undefined))
  const cash = usePositionInput('cash', saved, (value) => {
    setCash(app, value)
    setIncomeLeg(app, 'put')
  })
  return (
    <>
      <Sentence
        text={(slot) => t('start.cash', { cash: slot('cash') })}
        cash={
          <PositionInput
            field={cash}
            className="field income-start-cash"
            aria-label={t('how:position.cash')}
          />
        }
        end={end}
      />
      <PositionHint
        className="income-start-hint"
        text={cash.problem ? t(`how:position.${cash.problem}`) : ''}
      />
    </>
  )
}

/** Lists covered calls, with the focus in the first field of their question. */
function AskForShares({ line }: { line: RefObject<HTMLElement | null> }) {
  const app = useAppState()
  const { t } = useTranslation('ideas')
  const ask = () => {
    flushSync(() => setIncomeLeg(app, 'call'))
    line.current?.querySelector<HTMLElement>('input, select')?.focus()
  }
  return (
    <Button kind="link" onClick={ask}>
      {t('start.chooseShares')}
    </Button>
  )
}

/** The filter that sellers of puts set most, beside their question instead of among the filters. */
function NoEarnings() {
  const { t } = useTranslation('ideas')
  return (
    <NoEarningsFilter className="income-start-check" title={t('fields.noEarnings')}>
      {t('start.noEarnings')}
    </NoEarningsFilter>
  )
}

/** Clears what the user has entered. */
function ClearButton() {
  const app = useAppState()
  const { t } = useTranslation('ideas')
  return (
    <Button
      kind="icon"
      aria-label={t('start.clear')}
      title={t('start.clear')}
      onClick={() => clearMeans(app)}
    >
      <Icon path={clearIcon} />
    </Button>
  )
}
