/** "I hold 300 shares of AAPL at $ 265": of one symbol, or of the user's holdings. */
import { type ReactNode, useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { sharesPerContract } from '#contract/responses/conventions.ts'
import { canonicalSymbol, symbolPattern } from '#contract/responses/symbols.ts'
import { useAppState } from '#app/state/app-state.ts'
import { setCallSource, useCallSource } from '#app/state/call-source.ts'
import { useFreeShares } from '#app/state/holdings.ts'
import { setPosition } from '#app/state/choices/trade-choice.ts'
import { type Position, useView } from '#app/state/view.ts'
import { PositionHint } from '#app/ui/controls/position-hint.tsx'
import { PositionInput, usePositionInput } from '#app/ui/controls/position-input.tsx'
import { Sentence } from './sentence.tsx'

export function SharesQuestion({
  coverable,
  clearButton,
}: {
  /** The held symbols with enough free shares for a call. */
  coverable: readonly string[]
  clearButton: ReactNode
}) {
  const app = useAppState()
  const { t } = useTranslation(['ideas', 'how'])
  const source = useCallSource((state) => state.source)
  const [typesSymbol, setTypesSymbol] = useState(false)
  const symbol = typeof source === 'object' ? source.symbol : ''
  const choosesHolding = coverable.length > 0 && !typesSymbol && (symbol === '' || coverable.includes(symbol))
  const select = choosesHolding && (
    <select
      className="select"
      aria-label={t('order.symbol')}
      value={source === 'holdings' ? 'holdings' : symbol}
      onChange={({ target: { value } }) => {
        if (value === 'other') setTypesSymbol(true)
        setCallSource(app, value === 'holdings' ? value : value === 'other' ? 'any' : { symbol: value })
      }}
    >
      <option value="" disabled>
        {t('start.choose')}
      </option>
      <option value="holdings">{t('start.all', { count: coverable.length })}</option>
      {coverable.map((held) => (
        <option key={held} value={held}>
          {held}
        </option>
      ))}
      <option value="other">{t('start.other')}</option>
    </select>
  )
  return select && symbol === '' ? (
    <Sentence
      text={(slot) => t('start.holdings', { symbol: slot('symbol') })}
      symbol={select}
      end={clearButton}
    />
  ) : (
    <SharesOfSymbol symbol={symbol} select={select} clearButton={clearButton} />
  )
}

/** Shares and cost of one symbol. Before there is a symbol, they wait for it. */
function SharesOfSymbol({
  symbol,
  select,
  clearButton,
}: {
  /** '' before it is entered. */
  symbol: string
  /** Chooses the symbol in place of the text field. */
  select: ReactNode
  clearButton: ReactNode
}) {
  const app = useAppState()
  const { t } = useTranslation(['ideas', 'how'])
  const savedPosition = useView((view) => view.positions[symbol])
  const [waiting, setWaiting] = useState<Position>({})
  const saved = symbol === '' ? waiting : savedPosition
  const save = (change: Position) =>
    symbol === '' ? setWaiting({ ...waiting, ...change }) : setPosition(app, symbol, change)
  const shares = usePositionInput(
    'shares',
    saved?.stockQuantity,
    (stockQuantity) => save({ stockQuantity }),
    symbol,
  )
  const costBasis = usePositionInput(
    'costBasis',
    saved?.costBasis,
    (value) => save({ costBasis: value }),
    symbol,
  )
  const freeShares = useFreeShares(symbol, shares.value)
  const problem = shares.problem ?? costBasis.problem
  const missing = symbol !== '' && freeShares !== null ? sharesPerContract - freeShares : 0
  const chooseSymbol = (next: string) => {
    if (symbol === '')
      setPosition(app, next, {
        ...(shares.value !== undefined && { stockQuantity: shares.value }),
        ...(costBasis.value !== undefined && { costBasis: costBasis.value }),
      })
    setWaiting({})
    setCallSource(app, { symbol: next })
  }
  return (
    <>
      <Sentence
        text={(slot) =>
          t('start.shares', { shares: slot('shares'), symbol: slot('symbol'), cost: slot('cost') })
        }
        shares={<PositionInput field={shares} className="field" aria-label={t('how:position.shares')} />}
        symbol={select || <SymbolInput symbol={symbol} onChoose={chooseSymbol} />}
        cost={<PositionInput field={costBasis} className="field" aria-label={t('how:position.basis')} />}
        end={clearButton}
      />
      <PositionHint
        className="income-start-hint"
        text={
          problem
            ? t(`how:position.${problem}`)
            : missing > 0
              ? t('how:position.missing', { count: missing })
              : ''
        }
      />
    </>
  )
}

/** A ticker is chosen when the field is left or Enter is pressed: each letter on the way may be a ticker, too. */
function SymbolInput({ symbol, onChoose }: { symbol: string; onChoose: (symbol: string) => void }) {
  const app = useAppState()
  const { t } = useTranslation('ideas')
  const [draft, setDraft] = useState({ text: symbol, of: symbol })
  const text = draft.of === symbol ? draft.text : symbol
  const next = canonicalSymbol(text)
  const isValid = symbolPattern.test(next)
  const choose = () => {
    if (next === symbol) return
    if (next === '') setCallSource(app, 'any')
    else if (isValid) onChoose(next)
  }
  return (
    <input
      type="text"
      className="field"
      aria-label={t('order.symbol')}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      dir="ltr"
      maxLength={15}
      value={text}
      aria-invalid={next !== '' && !isValid}
      onChange={({ target }) => setDraft({ text: target.value.toUpperCase(), of: symbol })}
      onBlur={choose}
      onKeyDown={({ key }) => key === 'Enter' && choose()}
    />
  )
}
