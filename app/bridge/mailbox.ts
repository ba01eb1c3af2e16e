/** Keeps what the embedding side says before the app is there to hear it, and answers its pings meanwhile. */
import type { FromFrame } from '#contract/bridge/bridge.ts'

/** Hears what was said, as it came, and the origin of who said it. */
export type Receive = (data: unknown, origin: string) => void

export type Mailbox = {
  /** Takes in what was said. */
  take: Receive
  /** Passes on what was said so far and is said from now on, never before this has returned. */
  listen: (hear: Receive) => void
}

/** @param overhear hears at once whatever is said, before whoever listens */
export function makeMailbox(say: (message: FromFrame) => void, overhear?: Receive): Mailbox {
  let hear: Receive | undefined
  const early: Parameters<Receive>[] = []
  return {
    take(data, origin) {
      // First: the app, where it is there already, takes over what is begun at a `start` and would begin it again.
      overhear?.(data, origin)
      if (hear) hear(data, origin)
      else if (Object(data).type === 'ping') say({ type: 'pong' })
      else early.push([data, origin])
    },
    listen(next) {
      queueMicrotask(() => {
        hear = next
        for (const message of early.splice(0)) next(...message)
      })
    },
  }
}
