/**
 * Preloaded into a process (`--import`): shifts its wall clock by the number of milliseconds in the file that the
 * environment variable `CLOCK_SHIFT` names. If `CLOCK_STOPPED_AT` is an ISO time, the clock stands still at it.
 */
import { readFileSync } from 'node:fs'

const RealDate = Date
const stoppedAt = RealDate.parse(process.env.CLOCK_STOPPED_AT)
let shift = 0
const readShift = () => {
  try {
    shift = Number(readFileSync(process.env.CLOCK_SHIFT, 'utf8')) || 0
  } catch {
    // The file does not exist yet.
  }
}
readShift()
setInterval(readShift, 50).unref()

const now = () => (Number.isNaN(stoppedAt) ? RealDate.now() + shift : stoppedAt)

globalThis.Date = class Date extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(now())
    else super(...args)
  }
  static now() {
    return now()
  }
}
