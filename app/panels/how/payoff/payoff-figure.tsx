import './payoff.css'
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

/** Diagram of the payoff at expiry. */
export function PayoffAtExpiry(subject: PayoffSubject) {
  return <PayoffFigure payoff={usePayoff(subject, rangeOf(subject))} />
}

/**
 * Payoff diagram with caption. For screen readers it is an image described by the caption, and a
 * slider whose value is the profit at a price. Prices increase to the right in every language.
 */
export function PayoffFigure({
  payoff,
  texts,
  children,
}: {
  payoff: Payoff
  texts?: PayoffTextOverrides
  /** Drawn over the payoff lines. */
  children?: ReactNode
}) {
  const { t } = useTranslation('how')
  const captionId = useId()
  const { subject, frame, size, geometry, marks, labels, costBasis } = payoff
  const { currentPrice, cursorPrice, hasCursor, step, setCursorPrice } = payoff
  const { symbol, option } = subject
  const defaultTexts = usePayoffTexts(symbol, option)
  const defaultReadout = defaultTexts.readoutAt(cursorPrice)
  return (
    <figure className="how-payoff" dir="ltr">
      <div ref={frame} className="how-payoff-frame" style={{ blockSize: size.height }}>
        {size.width > 0 && (
          <>
            <PayoffDrawing
              option={option}
              geometry={geometry}
              size={size}
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
      <figcaption dir="auto">
        <span id={captionId} className={hasCursor ? 'how-invisible' : undefined}>
          {defaultTexts.caption}
        </span>
        <strong className={hasCursor ? undefined : 'how-invisible'} aria-hidden="true">
          {texts?.visibleReadout ?? defaultReadout}
        </strong>
      </figcaption>
    </figure>
  )
}
