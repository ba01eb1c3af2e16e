/** Preloaded into a process (`--import`): its wall clock is off by the milliseconds that the file `CLOCK_SHIFT` holds. */
import { readFileSync } from 'node:fs'

const RealDate = Date
let shift = 0
const look = () => {
  try {
    shift = Number(readFileSync(process.env.CLOCK_SHIFT, 'utf8')) || 0
  } catch {
    // Not written yet.
  }
}
look()
setInterval(look, 50).unref()

globalThis.Date = class Date extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + shift)
    else super(...given)
  }
  static now() {
    return RealDate.now() + shift
  }
}
