import { type ReactNode, useId } from 'react'
import type { IncomeOption } from '#contract/responses/income.ts'
import {
  areaPath,
  roundToHundredths,
  linePath,
  type PayoffGeometry,
  priceAtSigma,
  profitAtExpiry,
} from './payoff.ts'
import type { PlacedLabel } from './payoff-labels.ts'
import type { FrameSize } from './frame-size.ts'
import type { DrawnMark } from './payoff-marks.ts'
import { type ProfitTick, tickGap } from './use-payoff.ts'

/** SVG of the payoff diagram: gains and losses, labelled marks, and the cursor. */
export function PayoffDrawing({
  option,
  geometry: { x, y, zero, loss, gain },
  size: { width, height, lane },
  ticks,
  plotLeft,
  marks,
  labels,
  costBasis,
  currentPrice,
  cursorPrice,
  label,
  describedBy,
  children,
}: {
  option: IncomeOption
  geometry: PayoffGeometry
  size: FrameSize & { height: number }
  /** Labels of the profit axis, and the left edge of the plot, pixels. */
  ticks: readonly ProfitTick[]
  plotLeft: number
  marks: ReadonlyMap<string, DrawnMark>
  labels: readonly PlacedLabel[]
  costBasis: number | null
  /** Current price of the stock, dollars per share. */
  currentPrice: number
  /** Price at the cursor; null without a cursor. */
  cursorPrice: number | null
  /** Accessible name of the image. */
  label: string
  /** Id of the caption. */
  describedBy: string
  /** Drawn over the payoff lines and under the marks. */
  children?: ReactNode
}) {
  const maxRewardY = y(roundToHundredths(profitAtExpiry(option, option.strike)))
  const verticalAt = (price: number) => `M${x(price)} ${lane}V${height - lane}`
  return (
    <svg
      role="img"
      aria-label={label}
      aria-describedby={describedBy}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
    >
      <ProfitAxis ticks={ticks} y={y} left={plotLeft} right={width} />
      <Areas loss={loss} gain={gain} zero={zero} />
      {[2, 1].map((sigmas) => {
        const [from, to] = [-sigmas, sigmas].map((count) => x(priceAtSigma(option.expectedMove, count)))
        return (
          <rect
            key={sigmas}
            className="how-sigma"
            x={from}
            y={lane}
            width={to! - from!}
            height={Math.max(0, height - 2 * lane)}
          />
        )
      })}
      <Leaders labels={labels} marks={marks} size={{ height, lane }} endYs={{ strike: maxRewardY, zero }} />
      <path d={`M${plotLeft} ${zero}H${width}`} className="how-zero" />
      <path d={verticalAt(currentPrice)} className="how-now" />
      <path d={linePath(loss)} className="how-loss-line" />
      <path d={linePath(gain)} className="how-gain-line" />
      {children}
      <path d={`M${x(option.strike)} ${maxRewardY - 6}v12`} className="how-tick" />
      {costBasis && <path d={`M${x(costBasis)} ${zero - 5}v10`} className="how-tick" />}
      {option.breakeven > 0 && <circle cx={x(option.breakeven)} cy={zero} r="4" className="how-breakeven" />}
      {cursorPrice !== null && (
        <>
          <path d={verticalAt(cursorPrice)} className="how-cursor-line" />
          <circle
            cx={x(cursorPrice)}
            cy={y(profitAtExpiry(option, cursorPrice))}
            r="4.5"
            className="how-cursor-dot"
          />
        </>
      )}
      <Labels labels={labels} marks={marks} size={{ height, lane }} />
    </svg>
  )
}

/** Labels of the profit axis with their grid lines. */
const ProfitAxis = ({
  ticks,
  y,
  left,
  right,
}: {
  ticks: readonly ProfitTick[]
  y: PayoffGeometry['y']
  left: number
  right: number
}) =>
  ticks.map(({ profit, text }) => (
    <g key={profit}>
      <path className="how-grid" d={`M${left} ${roundToHundredths(y(profit))}H${right}`} />
      <text className="how-profit-tick" x={left - tickGap} y={y(profit)} dy="0.36em" textAnchor="end">
        {text}
      </text>
    </g>
  ))

/** Lines from the labels of strike, break-even and cost basis to the payoff or the zero line. */
const Leaders = ({
  labels,
  marks,
  size: { height, lane },
  endYs,
}: LabelProps & {
  /** y coordinate at which the leader of the strike ends, and the others; pixels. */
  endYs: { strike: number; zero: number }
}) =>
  labels
    .filter(({ id }) => id === 'strike' || id === 'breakeven' || id === 'basis')
    .map(({ id, lane: side }) => {
      const startY = side === 'above' ? lane : height - lane
      const endY = id === 'strike' ? endYs.strike : endYs.zero
      return <path key={id} className="how-leader" d={`M${marks.get(id)!.x} ${startY}V${endY}`} />
    })

/**
 * The areas of loss and gain. The loss is also hatched, so that it can be distinguished without
 * colour.
 */
function Areas({ loss, gain, zero }: Pick<PayoffGeometry, 'loss' | 'gain' | 'zero'>) {
  const hatchId = useId()
  return (
    <>
      <defs>
        <pattern
          id={hatchId}
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <path d="M0 0V6" className="how-hatch" />
        </pattern>
      </defs>
      <path d={areaPath(loss, zero)} className="how-loss-area" />
      <path d={areaPath(loss, zero)} fill={`url(#${hatchId})`} />
      <path d={areaPath(gain, zero)} className="how-gain-area" />
    </>
  )
}

type LabelProps = {
  labels: readonly PlacedLabel[]
  marks: ReadonlyMap<string, DrawnMark>
  size: { height: number; lane: number }
}

const Labels = ({ labels, marks, size: { height, lane } }: LabelProps) =>
  labels.map(({ id, left, lane: side }) => (
    <text
      key={id}
      x={left}
      y={side === 'above' ? lane * 0.66 : height - lane * 0.3}
      className={`how-label how-label-${id}`}
      data-mark={id}
    >
      {marks.get(id)!.text}
    </text>
  ))
