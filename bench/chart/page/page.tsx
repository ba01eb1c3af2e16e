/**
 * The chart alone on a page, driven by synthetic input events.
 * `window.measureChart(chart, movement, frames)` moves the chart in that many frames and returns
 * their times.
 */
import i18next from 'i18next'
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { flushSync } from 'react-dom'
import type { History } from '#contract/responses/resources.ts'
import '#app/ui/base.css'
import '#app/panels/why/layout.css'
import { makeQueryClient } from '#app/api/queries.ts'
import { startI18n } from '#app/i18n/i18n.ts'
import { type BarWindow, moveWindow, fullWindow, zoomWindow } from '#app/panels/why/chart/bar-window.ts'
import { PriceChart } from '#app/panels/why/chart/price-chart.tsx'
import { makeState, StateProvider } from '#app/state/app-state.ts'
import { averageSessions } from '#contract/responses/resources.ts'
import { type Frame, measureFrames } from './frames.ts'
import { barCount, generateHistory, generateWhy } from './generated-data.ts'
import { RechartsChart } from './recharts-chart.tsx'

export type Movement = 'zoom' | 'pan'
declare global {
  interface Window {
    measureChart: (chart: 'ours' | 'recharts', movement: Movement, frameCount: number) => Promise<Frame[]>
  }
}

const choice = {
  candles: true,
  volume: true,
  averages: [...averageSessions],
  trend: true,
  asTable: false,
} as const
const history = generateHistory()
const why = generateWhy(history)

/** Recharts shows no sessions after the last bar. */
const extent = { last: barCount - 1, end: barCount - 1 }

/** Shows another range of bars. Set when the chart is mounted. */
let showWindow: (window: BarWindow) => void = () => undefined

function ServiceChart() {
  const [window, setWindow] = useState<BarWindow | null>(null)
  useEffect(() => {
    showWindow = setWindow
  }, [])
  return (
    <PriceChart
      why={why}
      history={history}
      choice={choice}
      window={window}
      // Renders synchronously, so that the frame's time includes all of the work.
      onWindow={(next) => flushSync(() => setWindow(next))}
      onBounds={() => undefined}
      barRequest={null}
    />
  )
}

function RechartsReference({ bars }: { bars: History }) {
  const [window, setWindow] = useState(fullWindow(extent))
  useEffect(() => {
    showWindow = (next) => flushSync(() => setWindow(next))
  }, [])
  return <RechartsChart history={bars} window={window} />
}

const stepsPerDirection = 60
/**
 * -1 (zoom in, pan left) for `stepsPerDirection` steps, then 1 (zoom out, pan right) for as many,
 * repeatedly.
 */
const directionAt = (index: number): 1 | -1 => (index % (2 * stepsPerDirection) < stepsPerDirection ? -1 : 1)

/** Dispatches a wheel event as a touchpad does 60 times a second. */
function dispatchWheel(movement: Movement, index: number): void {
  const chart = document.querySelector('.why-chart')!
  const { left, top } = chart.getBoundingClientRect()
  const delta =
    movement === 'zoom'
      ? { deltaY: directionAt(index) * 3, ctrlKey: true }
      : { deltaX: directionAt(index) * 1.3 }
  chart.dispatchEvent(
    new WheelEvent('wheel', {
      bubbles: true,
      cancelable: true,
      clientX: left + 400,
      clientY: top + 100,
      ...delta,
    }),
  )
}

/**
 * Returns a function that makes one step of the movement without wheel events, which recharts does
 * not support.
 */
function createStepper(movement: Movement, start: BarWindow) {
  let window = start
  return (index: number): void => {
    window =
      movement === 'zoom'
        ? zoomWindow(window, extent, Math.exp(directionAt(index) * 0.03), barCount * 0.5)
        : moveWindow(window, extent, directionAt(index))
    showWindow(window)
  }
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))

window.measureChart = async (chart, movement, frameCount) => {
  const root = createRoot(document.getElementById('stage')!)
  root.render(
    <StateProvider value={makeState()}>
      <QueryClientProvider client={makeQueryClient()}>
        <Suspense>{chart === 'ours' ? <ServiceChart /> : <RechartsReference bars={history} />}</Suspense>
      </QueryClientProvider>
    </StateProvider>,
  )
  const readySelector = chart === 'ours' ? '.why-candles' : '.recharts-line'
  while (!document.querySelector(readySelector)) await nextFrame()
  // Pans a window of nearly all bars: the maximum work that leaves bars to pan to.
  const start = movement === 'pan' ? { from: 63, to: barCount - 1 } : fullWindow(extent)
  flushSync(() => showWindow(start))
  for (let i = 0; i < 10; i++) await nextFrame()
  const step =
    chart === 'ours' ? (index: number) => dispatchWheel(movement, index) : createStepper(movement, start)
  const frames = await measureFrames(frameCount, step)
  root.unmount()
  return frames
}

void startI18n('en', i18next).then(() => (document.body.dataset['ready'] = 'true'))
