/** The chart alone, moved by the events a hand makes: `window.measureChart(name)` gives every frame's time. */
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
import { type Frame, framesOf } from './frames.ts'
import { barCount, madeUpHistory, madeUpWhy } from './made-up.ts'
import { RechartsChart } from './recharts-chart.tsx'

export type Movement = 'zoom' | 'pan'
declare global {
  interface Window {
    measureChart: (chart: 'ours' | 'recharts', movement: Movement, frames: number) => Promise<Frame[]>
  }
}

const choice = {
  candles: true,
  volume: true,
  averages: [...averageSessions],
  trend: true,
  asTable: false,
} as const
const history = madeUpHistory()
const why = madeUpWhy(history)

/** What shows other bars, once the chart is there. */
let show: (window: BarWindow) => void = () => undefined

function Ours() {
  const [window, setWindow] = useState<BarWindow | null>(null)
  useEffect(() => {
    show = setWindow
  }, [])
  return (
    <PriceChart
      why={why}
      history={history}
      choice={choice}
      window={window}
      // Renders synchronously, so that the frame's time includes all of the work.
      onWindow={(next) => flushSync(() => setWindow(next))}
      barRequest={null}
    />
  )
}

function Theirs({ bars }: { bars: History }) {
  const [window, setWindow] = useState(fullWindow(barCount))
  useEffect(() => {
    show = (next) => flushSync(() => setWindow(next))
  }, [])
  return <RechartsChart history={bars} window={window} />
}

const rounds = 60
/** In and out again, or there and back, in as many steps. */
const direction = (index: number): 1 | -1 => (index % (2 * rounds) < rounds ? -1 : 1)

/** A turn of the wheel, as a touchpad sends it sixty times a second. */
function turn(movement: Movement, index: number): void {
  const chart = document.querySelector('.why-chart')!
  const { left, top } = chart.getBoundingClientRect()
  const by =
    movement === 'zoom' ? { deltaY: direction(index) * 3, ctrlKey: true } : { deltaX: direction(index) * 1.3 }
  chart.dispatchEvent(
    new WheelEvent('wheel', {
      bubbles: true,
      cancelable: true,
      clientX: left + 400,
      clientY: top + 100,
      ...by,
    }),
  )
}

/** The same windows without the wheel, which recharts has none of. */
function stepper(movement: Movement, start: BarWindow) {
  let window = start
  return (index: number): void => {
    window =
      movement === 'zoom'
        ? zoomWindow(window, barCount, Math.exp(direction(index) * 0.03), barCount * 0.5)
        : moveWindow(window, barCount, direction(index))
    show(window)
  }
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))

window.measureChart = async (chart, movement, frames) => {
  const root = createRoot(document.getElementById('stage')!)
  root.render(
    <StateProvider value={makeState()}>
      <QueryClientProvider client={makeQueryClient()}>
        <Suspense>{chart === 'ours' ? <Ours /> : <Theirs bars={history} />}</Suspense>
      </QueryClientProvider>
    </StateProvider>,
  )
  const there = chart === 'ours' ? '.why-candles' : '.recharts-line'
  while (!document.querySelector(there)) await nextFrame()
  // A pan of nearly all bars: as many are drawn as can be while there is somewhere to go.
  const start = movement === 'pan' ? { from: 63, to: barCount - 1 } : fullWindow(barCount)
  flushSync(() => show(start))
  for (let i = 0; i < 10; i++) await nextFrame()
  const step = chart === 'ours' ? (index: number) => turn(movement, index) : stepper(movement, start)
  const measured = await framesOf(frames, step)
  root.unmount()
  return measured
}

void startI18n('en', i18next).then(() => (document.body.dataset['ready'] = 'true'))
