/** Steady load: parallel sequences of calls until stopped; failures are collected, not thrown. */

export type Load = {
  /** Resolves after this many further responses. */
  readonly answered: (more: number) => Promise<void>
  /** Stops, waits for pending calls, and returns the number of successful calls and the errors of the others. */
  readonly stop: () => Promise<{ readonly succeeded: number; readonly failures: readonly string[] }>
}

/** @param call receives a unique number each time; counts as failed if it rejects */
export function startLoad(sideBySide: number, call: (turn: number) => Promise<unknown>): Load {
  const life = { isOver: false, turn: 0, succeeded: 0 }
  const failures: string[] = []
  const waiting = new Set<{ readonly at: number; readonly done: () => void }>()
  const work = async () => {
    while (!life.isOver) {
      try {
        await call(life.turn++)
        life.succeeded++
        for (const one of waiting) if (life.succeeded >= one.at) one.done()
      } catch (error) {
        failures.push(error instanceof Error ? [error.message, ...causeOf(error)].join(': ') : String(error))
      }
    }
  }
  const working = Array.from({ length: sideBySide }, work)
  return {
    answered: (more) => new Promise((done) => waiting.add({ at: life.succeeded + more, done })),
    async stop() {
      life.isOver = true
      await Promise.all(working)
      return { succeeded: life.succeeded, failures }
    },
  }
}

/** Rejects with the response's text if it has another status. */
export async function demand(status: number, answer: Promise<Response>): Promise<Response> {
  const given = await answer
  if (given.status !== status) throw new Error(`${given.status} ${await given.text()}`)
  // Reads the complete body: an interrupted one counts as a failure.
  return new Response(await given.arrayBuffer(), { headers: given.headers })
}

/** The cause of a failed `fetch`, its only description. */
const causeOf = ({ cause }: Error): string[] => (cause instanceof Error ? [cause.message] : [])
