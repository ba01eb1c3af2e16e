/** Measures how long a look that the page changes with `SET_THEME` takes until it is painted. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright'
import type { EmbedBar } from './bars.ts'
import { series } from './series.ts'
import { type BenchEnvironment, openWidget } from './visit.ts'
import { median } from './visit-metrics.ts'

/** Milliseconds from `SET_THEME` on the page to the paint in the frame: median of each look. */
export type LooksFigures = Record<LookName, number>

/** Maximum of every look, milliseconds. */
export const maxLookMs = 50

/** Between two changes, milliseconds: the widget executes commands in quick succession together. */
const pauseMs = 250

/** Two values of each look. Each change sets the other one. */
const looks = {
  theme: ['dark', 'light'],
  accentColor: ['#6b3fa0', '#0b6e4f'],
  fontFamily: ['Georgia, serif', 'Verdana, sans-serif'],
  radius: ['12px', '2px'],
  density: ['compact', 'comfortable'],
} as const
type LookName = keyof typeof looks
const lookNames = Object.keys(looks) as LookName[]

type ObservedWindow = { nextLooksPaint: Promise<number> }

/**
 * Sets `nextLooksPaint` to the time of the paint, milliseconds of the epoch, after the next change
 * of the frame's looks. Runs in the frame; it is serialised, so it must be self-contained.
 */
function observeNextLooks(): void {
  const appliedLooks = () => {
    const computed = getComputedStyle(document.documentElement)
    return [
      computed.getPropertyValue('--sw-accent'),
      computed.getPropertyValue('--sw-radius'),
      getComputedStyle(document.body).fontFamily,
      document.documentElement.dataset.theme,
      document.documentElement.dataset.density,
    ].join()
  }
  const before = appliedLooks()
  const nextLooksPaint = new Promise<number>((resolve) => {
    const check = () => {
      if (appliedLooks() === before) requestAnimationFrame(check)
      else {
        // A message that is posted before the frame is painted arrives after its paint.
        const { port1, port2 } = new MessageChannel()
        port2.onmessage = () => resolve(performance.timeOrigin + performance.now())
        port1.postMessage(null)
      }
    }
    requestAnimationFrame(check)
  })
  Object.assign(window, { nextLooksPaint })
}

/** Sends a command to the widget; returns the time, milliseconds of the epoch. */
const sendLook = (page: Page, name: LookName, value: string): Promise<number> =>
  page.evaluate(
    ([name, value]) => {
      const sentAt = performance.timeOrigin + performance.now()
      ;(
        window as unknown as { embedded: { postMessage: (name: string, payload: object) => void } }
      ).embedded.postMessage('SET_THEME', { [name]: value })
      return sentAt
    },
    [name, value] as const,
  )

/** Opens a widget, waits until all panels are shown, and changes each look `runs` times. */
export async function measureLooks(environment: BenchEnvironment, runs: number): Promise<LooksFigures> {
  const { embed } = series.ideas
  const context = await environment.browser.newContext({
    viewport: { width: embed.width, height: 900 },
    locale: 'en-US',
  })
  try {
    const { page, frame } = await openWidget(environment, context, embed)
    const times: Record<LookName, number[]> = {
      theme: [],
      accentColor: [],
      fontFamily: [],
      radius: [],
      density: [],
    }
    // The first change of each look fetches its code, or lays text out in a new font: it is not counted.
    for (let run = 0; run <= runs; run += 1)
      for (const name of lookNames) {
        await frame.evaluate(observeNextLooks)
        const sentAt = await sendLook(page, name, looks[name][run % 2]!)
        const ms = (await frame.evaluate(() => (window as unknown as ObservedWindow).nextLooksPaint)) - sentAt
        if (run > 0) times[name].push(ms)
        await wait(pauseMs)
      }
    return Object.fromEntries(lookNames.map((name) => [name, median(times[name])])) as LooksFigures
  } finally {
    await context.close()
  }
}

export const looksBars = (figures: LooksFigures): EmbedBar[] =>
  lookNames.map((name) => ({
    label: `ms from SET_THEME { ${name} } to its paint`,
    value: figures[name],
    maximum: maxLookMs,
  }))
