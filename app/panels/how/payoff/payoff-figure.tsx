import './payoff.css'
import '#app/ui/visually-hidden.css'
import { type ReactNode, useId } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { PayoffDrawing } from './payoff-drawing.tsx'
import { PayoffSlider } from './payoff-slider.tsx'
import { usePayoffTexts } from './payoff-texts.ts'
import { type Payoff, type PayoffSubject, rangeOf, usePayoff } from './use-payoff.ts'

/** Texts that replace the default texts if the diagram shows more than the payoff at expiry. */
export type PayoffTextOverrides = {
  /** Accessible name of the image. */
  label: string
  /** Accessible name of the slider. */
  slider: string
  /** Accessible value of the slider. */
  readout: string
  /** Visible text below the diagram for the price at the cursor. */
  visibleReadout: string
}

/** Diagram of the payoff at expiry. `legendEnd`: control after the legend. */
export function PayoffAtExpiry({ legendEnd, ...subject }: PayoffSubject & { legendEnd: ReactNode }) {
  return <PayoffFigure payoff={usePayoff(subject, rangeOf(subject))} legendEnd={legendEnd} />
}

/**
 * Payoff diagram with caption. For screen readers it is an image described by the caption, and a
 * slider whose value is the profit at a price. Prices increase to the right in every language.
 */
export function PayoffFigure({
  payoff,
  texts,
  legendEnd,
  isHidden = false,
  children,
}: {
  payoff: Payoff
  texts?: PayoffTextOverrides
  /** Control after the legend. */
  legendEnd: ReactNode
  /** Whether the figure keeps its state without being shown. */
  isHidden?: boolean
  /** Drawn over the payoff lines. */
  children?: ReactNode
}) {
  const { t } = useTranslation('how')
  const captionId = useId()
  const { subject, frame, size, ticks, plotLeft, geometry, marks, labels, costBasis } = payoff
  const { currentPrice, cursorPrice, hasCursor, step, setCursorPrice } = payoff
  const { symbol, option } = subject
  const defaultTexts = usePayoffTexts(symbol, option)
  const defaultReadout = defaultTexts.readoutAt(cursorPrice)
  return (
    <figure className="how-payoff" dir="ltr" hidden={isHidden}>
      <div ref={frame} className="how-payoff-frame" style={{ blockSize: size.height }}>
        {size.width > 0 && (
          <>
            <PayoffDrawing
              option={option}
              geometry={geometry}
              size={size}
              ticks={ticks}
              plotLeft={plotLeft}
              marks={marks}
              labels={labels}
              costBasis={costBasis}
              currentPrice={currentPrice}
              cursorPrice={hasCursor ? cursorPrice : null}
              label={texts?.label ?? t('payoff.label')}
              describedBy={captionId}
            >
              {children}
            </PayoffDrawing>
            <PayoffSlider
              label={texts?.slider ?? t('payoff.slider', { symbol })}
              left={plotLeft}
              range={geometry.range}
              step={step}
              price={cursorPrice}
              readout={texts?.readout ?? defaultReadout}
              onFocus={() => setCursorPrice(hasCursor ? cursorPrice : currentPrice)}
              onChange={setCursorPrice}
            />
          </>
        )}
      </div>
      <SigmaLegend sigmas={defaultTexts.sigmas} end={legendEnd} />
      <figcaption dir="auto">
        <span id={captionId} className={hasCursor ? 'how-invisible' : undefined}>
          {defaultTexts.caption} <span className="visually-hidden">{defaultTexts.shading}</span>
        </span>
        <strong className={hasCursor ? undefined : 'how-invisible'} aria-hidden="true">
          {texts?.visibleReadout ?? defaultReadout}
        </strong>
      </figcaption>
    </figure>
  )
}

/** Prices of the shading. Screen readers get them with the caption. */
function SigmaLegend({ sigmas, end }: { sigmas: readonly string[]; end: ReactNode }) {
  return (
    <div className="how-payoff-legend">
      <span aria-hidden="true">
        {sigmas.map((text) => (
          <span key={text} className="how-sigma-key">
            {text}
          </span>
        ))}
      </span>
      {end}
    </div>
  )
}
