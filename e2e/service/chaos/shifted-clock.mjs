/**
 * Preloaded into a process (`--import`): shifts its wall clock by the number of milliseconds in the file that the
 * environment variable `CLOCK_SHIFT` names.
 */
import { readFileSync } from 'node:fs'

const RealDate = Date
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

globalThis.Date = class Date extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(RealDate.now() + shift)
    else super(...args)
  }
  static now() {
    return RealDate.now() + shift
  }
}
