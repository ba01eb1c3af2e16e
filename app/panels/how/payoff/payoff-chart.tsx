import './payoff.css'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { IncomeOption } from '#contract/resources.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useLastQuote } from '#app/state/live.ts'
import { placeLabels, type LabelWish } from './payoff-labels.ts'
import { areaPath, linePath, payoffGeometry, profitAt, sliderStep, snap } from './payoff.ts'
import { strikeText } from '#app/panels/how/strike.ts'
import { textWidth } from './text-width.ts'

const plotHeight = 88

/** A mark on the price axis. Where two labels do not both fit, the one with the higher priority stays. */
type Mark = { id: 'now' | 'strike' | 'breakeven' | 'basis' | 'low' | 'high'; price: number; priority: number }

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
  const { t } = useTranslation('how')
  const format = useFormat()
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const [{ width, font, lane }, setSize] = useState({ width: 0, font: '11px sans-serif', lane: 18 })
  /** The price being read; null while nobody reads. */
  const [reading, setReading] = useState<number | null>(null)
  const now = useLastQuote(symbol, { last: stockPrice }).last

  useEffect(() => {
    const element = frame.current!
    const observer = new ResizeObserver(() => {
      const style = getComputedStyle(element)
      setSize({
        width: Math.floor(element.clientWidth),
        font: `${style.fontSize} ${style.fontFamily}`,
        lane: Math.ceil(Number.parseFloat(style.fontSize) * 1.55),
      })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  const input = { ...option, stockPrice, costBasis: option.legType === 'Call' ? costBasis : null }
  const height = plotHeight + 2 * lane
  const { range, x, y, zero, loss, gain } = payoffGeometry(input, {
    left: 0,
    top: lane,
    width,
    height: plotHeight,
  })
  const step = sliderStep(range)

  const marks: Mark[] = [
    { id: 'breakeven', price: option.breakeven, priority: 5 },
    { id: 'strike', price: option.strike, priority: 4 },
    { id: 'now', price: now, priority: 3 },
    { id: 'low', price: range.low, priority: 1 },
    { id: 'high', price: range.high, priority: 0 },
  ]
  if (input.costBasis) marks.push({ id: 'basis', price: input.costBasis, priority: 2 })
  const words = ({ id: mark, price }: Mark): string =>
    mark === 'low' || mark === 'high'
      ? range.high < 20
        ? format.money(price)
        : format.moneyRounded(price)
      : t(`payoff.${mark}`, { price: mark === 'strike' ? strikeText(format, price) : format.price(price) })
  const drawn = new Map(marks.map((mark) => [mark.id, { text: words(mark), x: x(mark.price) }]))
  const labels = placeLabels(
    marks.map((mark): LabelWish => ({
      id: mark.id,
      x: x(mark.price),
      width: textWidth(words(mark), font),
      priority: mark.priority,
      ...((mark.id === 'low' || mark.id === 'high') && { lane: 'below' }),
    })),
    width,
    10,
  )

  const money = (dollars: number) => (dollars % 1 ? format.money(dollars) : format.moneyRounded(dollars))
  const reward = Math.round(profitAt(option, option.strike) * 100) / 100
  const said = { symbol, strike: money(option.strike), date: format.dayShort(option.expiryDate) }
  const caption =
    reward <= 0
      ? t('payoff.captionLoss', { ...said, loss: money(-reward) })
      : t(option.legType === 'Call' ? 'payoff.captionCall' : 'payoff.captionPut', {
          ...said,
          reward: money(reward),
          breakeven: format.money(option.breakeven),
        })

  const read = snap(reading ?? now, range, step)
  const profit = Math.round(profitAt(option, read) * 100) / 100
  const readout = t(profit > 0 ? 'payoff.profit' : profit < 0 ? 'payoff.loss' : 'payoff.even', {
    price: format.money(read),
    amount: money(Math.abs(profit)),
  })

  const onPointer = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    setReading(range.low + ((event.clientX - box.left) / box.width) * (range.high - range.low))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, number> = {
      ArrowRight: read + step,
      ArrowUp: read + step,
      ArrowLeft: read - step,
      ArrowDown: read - step,
      PageUp: read + 10 * step,
      PageDown: read - 10 * step,
      Home: range.low,
      End: range.high,
    }
    const next = moves[event.key]
    if (next === undefined) return
    event.preventDefault()
    setReading(snap(next, range, step))
  }

  return (
    <figure className="how-payoff" dir="ltr">
      <div ref={frame} className="how-payoff-frame" style={{ blockSize: height }}>
        {width > 0 && (
          <>
            <svg
              role="img"
              aria-label={t('payoff.label')}
              aria-describedby={`${id}-caption`}
              width={width}
              height={height}
              viewBox={`0 0 ${width} ${height}`}
            >
              <defs>
                <pattern
                  id={`${id}-hatch`}
                  width="6"
                  height="6"
                  patternUnits="userSpaceOnUse"
                  patternTransform="rotate(45)"
                >
                  <path d="M0 0V6" className="how-hatch" />
                </pattern>
              </defs>
              <path d={areaPath(loss, zero)} className="how-loss-area" />
              <path d={areaPath(loss, zero)} fill={`url(#${id}-hatch)`} />
              <path d={areaPath(gain, zero)} className="how-gain-area" />
              {labels.map(({ id: mark, lane: side }) => {
                if (mark === 'now' || mark === 'low' || mark === 'high') return null
                const place = drawn.get(mark as Mark['id'])!
                const end = mark === 'strike' ? y(reward) : zero
                return (
                  <path
                    key={mark}
                    className="how-leader"
                    d={`M${place.x} ${side === 'above' ? lane : height - lane}V${end}`}
                  />
                )
              })}
              <path d={`M0 ${zero}H${width}`} className="how-zero" />
              <path d={`M${x(now)} ${lane}V${height - lane}`} className="how-now" />
              <path d={linePath(loss)} className="how-loss-line" />
              <path d={linePath(gain)} className="how-gain-line" />
              <path d={`M${x(option.strike)} ${y(reward) - 6}v12`} className="how-tick" />
              {input.costBasis && <path d={`M${x(input.costBasis)} ${zero - 5}v10`} className="how-tick" />}
              {option.breakeven > 0 && (
                <circle cx={x(option.breakeven)} cy={zero} r="4" className="how-even" />
              )}
              {reading !== null && (
                <>
                  <path d={`M${x(read)} ${lane}V${height - lane}`} className="how-cross" />
                  <circle cx={x(read)} cy={y(profitAt(option, read))} r="4.5" className="how-dot" />
                </>
              )}
              {labels.map(({ id: mark, left, lane: side }) => (
                <text
                  key={mark}
                  x={left}
                  y={side === 'above' ? lane * 0.66 : height - lane * 0.3}
                  className={`how-label how-label-${mark}`}
                  data-mark={mark}
                >
                  {drawn.get(mark as Mark['id'])!.text}
                </text>
              ))}
            </svg>
            <div
              className="how-slider"
              role="slider"
              tabIndex={0}
              aria-label={t('payoff.slider', { symbol })}
              aria-valuemin={Math.round(range.low * 100) / 100}
              aria-valuemax={Math.round(range.high * 100) / 100}
              aria-valuenow={read}
              aria-valuetext={readout}
              onPointerDown={onPointer}
              onPointerMove={onPointer}
              onPointerLeave={() => setReading(null)}
              onFocus={() => setReading((price) => price ?? now)}
              onBlur={() => setReading(null)}
              onKeyDown={onKeyDown}
            />
          </>
        )}
      </div>
      <figcaption dir="auto">
        <span id={`${id}-caption`} className={reading === null ? undefined : 'how-behind'}>
          {caption}
        </span>
        <strong className={reading === null ? 'how-behind' : undefined} aria-hidden="true">
          {readout}
        </strong>
      </figcaption>
    </figure>
  )
}
