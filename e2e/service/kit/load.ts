/** Steady load: parallel sequences of calls until stopped; failures are collected, not thrown. */

export type Load = {
  /** Resolves after `count` more successful calls. */
  readonly waitForSuccesses: (count: number) => Promise<void>
  /** Stops, waits for pending calls, and returns the number of successful calls and the errors of the others. */
  readonly stop: () => Promise<{ readonly succeeded: number; readonly failures: readonly string[] }>
}

/**
 * Starts `concurrency` loops that repeat a call.
 *
 * @param call receives the number of the call, from 0; counts as failed if it rejects
 */
export function startLoad(concurrency: number, call: (index: number) => Promise<unknown>): Load {
  const state = { isStopped: false, calls: 0, succeeded: 0 }
  const failures: string[] = []
  const waiters = new Set<{ readonly target: number; readonly resolve: () => void }>()
  const repeatCalls = async () => {
    while (!state.isStopped) {
      try {
        await call(state.calls++)
        state.succeeded++
        for (const { target, resolve } of waiters) if (state.succeeded >= target) resolve()
      } catch (error) {
        failures.push(error instanceof Error ? [error.message, ...causeOf(error)].join(': ') : String(error))
      }
    }
  }
  const loops = Array.from({ length: concurrency }, repeatCalls)
  return {
    waitForSuccesses: (count) =>
      new Promise((resolve) => waiters.add({ target: state.succeeded + count, resolve })),
    async stop() {
      state.isStopped = true
      await Promise.all(loops)
      return { succeeded: state.succeeded, failures }
    },
  }
}

/** Returns the response with its body read; rejects with its text if it has another status. */
export async function expectStatus(status: number, pending: Promise<Response>): Promise<Response> {
  const response = await pending
  if (response.status !== status) throw new Error(`${response.status} ${await response.text()}`)
  // Reads the complete body, so that an interrupted response counts as a failure.
  return new Response(await response.arrayBuffer(), { headers: response.headers })
}

/** The message of the cause of a failed `fetch`, which is its only description. */
const causeOf = ({ cause }: Error): string[] => (cause instanceof Error ? [cause.message] : [])
