/**
 * The turns to write. SQLite lets one in at a time, so a store's writes stand in a line; each has its own deadline, which runs
 * from when it was asked for. One that waits for another process's lock is waited for by all behind it: without that they
 * would fail one deadline after the other.
 */
import { StoreFault } from '#service/store/store-error.ts'
import { patienceMs } from './retry-while-busy.ts'
import type { Waiting } from './retry-while-busy.ts'

export type Turn = Required<Waiting> & {
  /** Lets the next one in. */
  readonly end: () => void
}

/** How a write stands in line. */
export type Stand = {
  /** From asking for a turn to the end of all waiting, for the turn and in it. Milliseconds. */
  readonly mostMs: number
  /** Before all others, and however many there are: for who asks after the database, not after the load. */
  readonly isFirst: boolean
}

const usual: Stand = { mostMs: patienceMs, isFirst: false }
/** The line's length. So many are what a slow disk writes within the deadline: who came after would wait in vain. */
const mostWaiting = 1000

export type Turns = {
  /** Rejects where it has not come in time with what keeps out who has it, and with a StoreFault where too many wait. */
  readonly take: (stand?: Stand) => Promise<Turn>
  /** Resolves when nobody is left in line. */
  readonly last: () => Promise<Turn>
}

/** Gives the turns in the order they are asked for. */
export function oneAtATime(): Turns {
  const line: (() => void)[] = []
  let isTaken = false
  let why: unknown
  const given = (until: number): Turn => {
    isTaken = true
    return {
      until,
      keptOut: (error) => void (why = error),
      end() {
        isTaken = false
        why = undefined
        line.shift()?.()
      },
    }
  }
  const wait = ({ mostMs, isFirst }: Stand, until: number) =>
    new Promise<Turn>((resolve, reject) => {
      const enter = () => {
        clearTimeout(deadline)
        resolve(given(until))
      }
      const leave = () => {
        line.splice(line.indexOf(enter), 1)
        reject(why ?? new StoreFault('the writes before this one take too long'))
      }
      const deadline = Number.isFinite(mostMs) ? setTimeout(leave, mostMs) : undefined
      if (isFirst) line.unshift(enter)
      else line.push(enter)
    })
  return {
    async take(stand = usual) {
      const until = performance.now() + stand.mostMs
      if (!isTaken) return given(until)
      if (line.length >= mostWaiting && !stand.isFirst)
        throw new StoreFault('too many writes wait for their turn')
      return wait(stand, until)
    },
    last: async () => (isTaken ? wait({ mostMs: Infinity, isFirst: false }, Infinity) : given(Infinity)),
  }
}
