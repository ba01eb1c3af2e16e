/**
 * Whether quotes are delayed. The vendor labels every option snapshot, and its label counts, not the configuration: values
 * that are shown as delayed although they are real time would break the licence.
 */
import type { Log } from '#service/shared/log.ts'
import type { Price } from './quotes.ts'
import { vendorName } from './vendor.ts'

/** Delay of the vendor's delayed plans, seconds. */
export const planDelaySeconds = 900
/** A trade that is newer than this is real time: delayed plans lag by `planDelaySeconds`. Milliseconds. */
const realTimeAgeMs = 600_000

/** The label of a response; undefined without a label. */
export type SeenDelays = { readonly options?: boolean | undefined; readonly stocks?: boolean | undefined }

export type Delays = {
  readonly options: () => boolean
  readonly stocks: () => boolean
  /** Largest delay, seconds. */
  readonly seconds: () => number
  /** Adopts what a response says. */
  readonly report: (seen: SeenDelays) => void
  /** Adopts what a price by REST says: its label, or the time of its trade if it has none, as those of stocks. */
  readonly reportPrice: (price: Pick<Price, 'timeMs' | 'isRealTime'>, now: Date) => void
  /** Adopts what the time of a pushed value says: sockets have no labels. */
  readonly reportPushed: (data: keyof SeenDelays, timeMs: number, now: Date) => void
}

const labels = { true: 'DELAYED', false: 'REAL-TIME' } as const

const isRecent = (timeMs: number, now: Date): boolean => now.getTime() - timeMs < realTimeAgeMs

export function createDelays(host: 'delayed' | 'real-time', log: Log): Delays {
  const isDelayed = { options: host === 'delayed', stocks: host === 'delayed' }
  /** Once real-time values were received, responses that are cached may contain them: they are not relabelled. */
  const sawRealTime = { options: false, stocks: false }

  const logChange = (data: keyof SeenDelays, received: boolean) =>
    log('warn', received ? 'market-data-delayed' : 'market-data-real-time', {
      vendor: vendorName,
      data,
      expected: labels[`${!received}`],
      received: labels[`${received}`],
      advice: received
        ? 'set MASSIVE_HOST=delayed, or add real-time data to the plan and restart'
        : 'set MASSIVE_HOST=real-time; until then the values count as real time for the licence',
    })
  const adopt = (data: keyof SeenDelays, seen: boolean | undefined) => {
    if (seen === undefined || sawRealTime[data]) return
    sawRealTime[data] = !seen
    if (seen !== isDelayed[data]) logChange(data, seen)
    isDelayed[data] = seen
  }
  return {
    options: () => isDelayed.options,
    stocks: () => isDelayed.stocks,
    seconds: () => (isDelayed.options || isDelayed.stocks ? planDelaySeconds : 0),
    report({ options, stocks }) {
      adopt('options', options)
      adopt('stocks', stocks)
    },
    reportPrice({ timeMs, isRealTime }, now) {
      if (isRealTime ?? isRecent(timeMs, now)) adopt('stocks', false)
    },
    reportPushed(data, timeMs, now) {
      if (isRecent(timeMs, now)) adopt(data, false)
    },
  }
}
