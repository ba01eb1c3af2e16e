import './payoff.css'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { PayoffDrawing } from './payoff-drawing.tsx'
import { PayoffSlider } from './payoff-slider.tsx'
import { usePayoffWords } from './payoff-words.ts'
import { type Payoff, type PayoffOf, rangeOf, usePayoff } from './use-payoff.ts'

/** What is said of the diagram where it shows more than the payoff at expiry. */
export type PayoffTexts = {
  /** What the picture is of. */
  label: string
  /** What its slider reads, and what it reads there. */
  slider: string
  readout: string
  /** What is written under the diagram while it is read. */
  written: string
}

/** The diagram of the payoff at expiry. */
export function PayoffAtExpiry(of: PayoffOf) {
  return <PayoffFigure payoff={usePayoff(of, rangeOf(of))} />
}

/**
 * Profit and loss as a drawing, with its caption. The drawing is a picture to a screen reader, described by the caption;
 * on top of it lies a slider that reads the profit at any price. Time and price run left to right in every language.
 */
export function PayoffFigure({
  payoff,
  texts,
  children,
}: {
  payoff: Payoff
  texts?: PayoffTexts
  /** Drawn over the payoff. */
  children?: ReactNode
}) {
  const { t } = useTranslation('how')
  const caption = useId()
  const { of, frame, size, geometry, marks, labels, costBasis, now, read, isReading, step, setReading } =
    payoff
  const { symbol, option } = of
  const words = usePayoffWords(symbol, option)
  const atExpiry = words.readoutAt(read)
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
              now={now}
              read={isReading ? read : null}
              label={texts?.label ?? t('payoff.label')}
              describedBy={caption}
            >
              {children}
            </PayoffDrawing>
            <PayoffSlider
              label={texts?.slider ?? t('payoff.slider', { symbol })}
              range={geometry.range}
              step={step}
              read={read}
              readout={texts?.readout ?? atExpiry}
              onFocus={() => setReading(isReading ? read : now)}
              onRead={setReading}
            />
          </>
        )}
      </div>
      <figcaption dir="auto">
        <span id={caption} className={isReading ? 'how-behind' : undefined}>
          {words.caption}
        </span>
        <strong className={isReading ? undefined : 'how-behind'} aria-hidden="true">
          {texts?.written ?? atExpiry}
        </strong>
      </figcaption>
    </figure>
  )
}
