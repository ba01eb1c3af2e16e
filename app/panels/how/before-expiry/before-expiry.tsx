import './before-expiry.css'
import { type ComponentType, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { Scenario } from '#contract/responses/scenario.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { PayoffAtExpiry, PayoffFigure } from '#app/panels/how/payoff/payoff-figure.tsx'
import type { PayoffRange } from '#app/panels/how/payoff/payoff.ts'
import { type PayoffSubject, rangeOf, usePayoff } from '#app/panels/how/payoff/use-payoff.ts'
import { Curves } from './curves.tsx'
import { Greeks } from './greeks.tsx'
import { Legend } from './legend.tsx'
import { PriceField } from './price-field.tsx'
import type { ProfitTableProps } from './profit-table.tsx'
import { sliderRangesOf, todaySettings, clampToRanges } from './slider-ranges.ts'
import { expandRange } from './profit-curve.ts'
import { useScenario } from './use-scenario.tsx'
import { useScenarioTexts } from './scenario-texts.ts'
import { Sliders } from './sliders.tsx'

type BeforeExpiryProps = PayoffSubject & {
  /** Control after the legend. */
  legendEnd: ReactNode
  /** The table that replaces the diagram; undefined while the diagram is shown. */
  Table: ComponentType<ProfitTableProps> | undefined
  /** Called with the diagram or the table, and the part with the sliders when they are in the document. */
  onShown: (diagram: Element | null, sliders: Element | null) => void
}

/** Payoff diagram with curves before expiry or its table, inputs for price, day and volatility, and the greeks of the sold options. */
export function BeforeExpiry({ legendEnd, Table, onShown, ...subject }: BeforeExpiryProps) {
  const { scenario, note } = useScenario(subject)
  if (scenario)
    return <ScenarioExplorer key={scenario.id} {...{ scenario, subject, legendEnd, Table, onShown }} />
  return (
    <>
      {Table ? (
        <Table {...subject} legendEnd={legendEnd} />
      ) : (
        <PayoffAtExpiry {...subject} legendEnd={legendEnd} />
      )}
      {!Table && note}
    </>
  )
}

/** The diagram or the table of a loaded scenario, its inputs and its greeks. */
function ScenarioExplorer({
  scenario,
  subject,
  legendEnd,
  Table,
  onShown,
}: Pick<BeforeExpiryProps, 'legendEnd' | 'Table' | 'onShown'> & {
  scenario: Scenario
  subject: PayoffSubject
}) {
  const { t } = useTranslation('scenario')
  const { option, symbol } = subject
  const [settings, setSettings] = useState(todaySettings)
  const ranges = useMemo(() => sliderRangesOf(scenario), [scenario])
  const point = clampToRanges(ranges, settings)
  const texts = useScenarioTexts(scenario, option, point)
  const [price, setPrice] = useState<number | null>(null)
  const range = useExpandedRange(scenario, subject)
  const isOnAxis = price !== null && price >= range.low && price <= range.high
  const payoff = usePayoff(subject, range, isOnAxis ? price : null)
  const { geometry, cursorPrice, hasCursor, currentPrice } = payoff
  const sliders = useRef<HTMLDivElement>(null)
  // The diagram has its final height when its width has been measured.
  const isReady = payoff.size.width > 0 || Table !== undefined
  useEffect(() => {
    const content = sliders.current?.closest('.how-payoff-content')
    if (isReady && content) onShown(content.firstElementChild, sliders.current)
  }, [isReady, onShown])
  const isToday = point.daysLeft === ranges.days && point.shift === 0
  const reset = () => {
    setSettings(todaySettings)
    setPrice(null)
  }
  return (
    <>
      {Table && (
        <Table {...subject} legendEnd={legendEnd} chosen={{ ...point, volatilityText: texts.volatility }} />
      )}
      <PayoffFigure
        payoff={payoff}
        legendEnd={Table ? null : legendEnd}
        isHidden={Table !== undefined}
        texts={{
          label: t('label'),
          slider: t('price', { symbol }),
          readout: texts.chosenAt(cursorPrice),
          visibleReadout: texts.atExpiry(cursorPrice),
        }}
      >
        <Curves
          position={option}
          grid={scenario}
          point={point}
          geometry={geometry}
          cursorPrice={hasCursor ? cursorPrice : null}
        />
      </PayoffFigure>
      <div className="how-before">
        <div className="how-before-head">
          <Legend chosenName={isToday ? null : texts.date} />
          <Button kind="quiet" disabled={isToday && price === null} onClick={reset}>
            {t('reset')}
          </Button>
        </div>
        <output className="how-before-said" dir="auto">
          {texts.chosenAt(payoff.isMoved ? cursorPrice : (price ?? currentPrice))}
        </output>
        <div ref={sliders}>
          <PriceField
            symbol={symbol}
            price={price}
            currentPrice={currentPrice}
            step={payoff.step}
            onChange={setPrice}
          />
          {ranges.days === 0 ? (
            <p className="how-before-why">{t('lastDay')}</p>
          ) : (
            <Sliders ranges={ranges} point={point} texts={texts} onChoose={setSettings} />
          )}
        </div>
        {scenario.greeks && <Greeks greeks={scenario.greeks} contracts={option.contracts} />}
        <p className="how-footnote">{t('note')}</p>
      </div>
    </>
  )
}

/** Returns axes that fit every curve of the grid, so that they do not change with the sliders. */
function useExpandedRange(scenario: Scenario, subject: PayoffSubject): PayoffRange {
  const { legType, strike, breakeven, contracts } = subject.option
  const { low, high, bottom, top } = rangeOf(subject)
  return useMemo(
    () => expandRange({ legType, strike, breakeven, contracts }, scenario, { low, high, bottom, top }),
    [legType, strike, breakeven, contracts, scenario, low, high, bottom, top],
  )
}
