import './payoff.css'
import { type ReactNode, useId } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { PayoffDrawing } from './payoff-drawing.tsx'
import { PayoffSlider } from './payoff-slider.tsx'
import { usePayoffWords } from './payoff-words.ts'
import { type Payoff, type PayoffSubject, rangeOf, usePayoff } from './use-payoff.ts'

/** Texts that replace the defaults if the diagram shows more than the payoff at expiry. */
export type PayoffTexts = {
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
 * Payoff diagram with caption. Screen readers see an image that the caption describes, and on top of it a
 * slider that reads the profit at any price. Prices run left to right in every language.
 */
export function PayoffFigure({
  payoff,
  texts,
  children,
}: {
  payoff: Payoff
  texts?: PayoffTexts
  /** Drawn above the payoff. */
  children?: ReactNode
}) {
  const { t } = useTranslation('how')
  const caption = useId()
  const { subject, frame, size, geometry, marks, labels, costBasis } = payoff
  const { currentPrice, cursorPrice, hasCursor, step, setCursorPrice } = payoff
  const { symbol, option } = subject
  const words = usePayoffWords(symbol, option)
  const atExpiry = words.readoutAt(cursorPrice)
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
              describedBy={caption}
            >
              {children}
            </PayoffDrawing>
            <PayoffSlider
              label={texts?.slider ?? t('payoff.slider', { symbol })}
              range={geometry.range}
              step={step}
              price={cursorPrice}
              readout={texts?.readout ?? atExpiry}
              onFocus={() => setCursorPrice(hasCursor ? cursorPrice : currentPrice)}
              onChange={setCursorPrice}
            />
          </>
        )}
      </div>
      <figcaption dir="auto">
        <span id={caption} className={hasCursor ? 'how-behind' : undefined}>
          {words.caption}
        </span>
        <strong className={hasCursor ? undefined : 'how-behind'} aria-hidden="true">
          {texts?.visibleReadout ?? atExpiry}
        </strong>
      </figcaption>
    </figure>
  )
}
