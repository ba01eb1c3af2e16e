import './payoff.css'
import { useId, useRef, useState } from 'react'
import type { IncomeOption } from '#contract/income.ts'
import { useLastQuote } from '#app/state/live.ts'
import { useFrameSize } from './frame-size.ts'
import { PayoffDrawing } from './payoff-drawing.tsx'
import { usePayoffMarks } from './payoff-marks.ts'
import { PayoffSlider } from './payoff-slider.tsx'
import { usePayoffWords } from './payoff-words.ts'
import { payoffGeometry, sliderStep, snap } from './payoff.ts'

const plotHeight = 88

/**
 * Profit and loss at expiry as a drawing, with its caption. The drawing is a picture to a screen reader, described by
 * the caption; on top of it lies a slider that reads the profit at any price. Time and price run left to right in every
 * language.
 */
export function PayoffChart({
  symbol,
  option,
  stockPrice,
  costBasis,
}: {
  symbol: string
  option: IncomeOption
  /** The price the service computed with, dollars per share. */
  stockPrice: number
  costBasis: number | null
}) {
  const caption = useId()
  const frame = useRef<HTMLDivElement>(null)
  const size = useFrameSize(frame)
  /** The price being read; null while nobody reads. */
  const [reading, setReading] = useState<number | null>(null)
  const now = useLastQuote(symbol, { last: stockPrice }).last
  const words = usePayoffWords(symbol, option)

  const { width, lane } = size
  const height = plotHeight + 2 * lane
  const input = { ...option, stockPrice, costBasis: option.legType === 'Call' ? costBasis : null }
  const geometry = payoffGeometry(input, { left: 0, top: lane, width, height: plotHeight })
  const { range } = geometry
  const { marks, labels } = usePayoffMarks(option, { now, costBasis: input.costBasis }, geometry, size)
  const step = sliderStep(range)
  const read = snap(reading ?? now, range, step)
  const readout = words.readoutAt(read)
  return (
    <figure className="how-payoff" dir="ltr">
      <div ref={frame} className="how-payoff-frame" style={{ blockSize: height }}>
        {width > 0 && (
          <>
            <PayoffDrawing
              option={option}
              geometry={geometry}
              size={{ ...size, height }}
              marks={marks}
              labels={labels}
              costBasis={input.costBasis}
              now={now}
              read={reading === null ? null : read}
              describedBy={caption}
            />
            <PayoffSlider
              symbol={symbol}
              range={range}
              step={step}
              read={read}
              readout={readout}
              onFocus={() => setReading((price) => price ?? now)}
              onRead={setReading}
            />
          </>
        )}
      </div>
      <figcaption dir="auto">
        <span id={caption} className={reading === null ? undefined : 'how-behind'}>
          {words.caption}
        </span>
        <strong className={reading === null ? 'how-behind' : undefined} aria-hidden="true">
          {readout}
        </strong>
      </figcaption>
    </figure>
  )
}
