/** Polite callers: widgets at separate addresses, which send a request now and then. */
import { dataPaths } from '#contract/api/paths.ts'
import type { Client } from './client.ts'
import { createClient } from './client.ts'

export type PoliteResult = {
  /** Latencies in ascending order, milliseconds. */
  readonly latencies: readonly number[]
  /** Responses with a status other than 200, by status. 0 is a failed connection. */
  readonly refused: Readonly<Record<number, number>>
}

/** A polite caller: its client and the cookie of its session. */
type Caller = { readonly client: Client; readonly cookie: string }

export type PoliteCallers = { run(seconds: number): Promise<PoliteResult> }

const callerCount = 4
/** Interval of the requests of all callers, milliseconds: each sends five a second. */
const intervalMs = 50

/** Opens the sessions of the callers. */
export async function openPoliteCallers(
  port: number,
  apiKey: string,
  symbols: readonly string[],
): Promise<PoliteCallers> {
  const callers: Caller[] = []
  for (let index = 0; index < callerCount; index++) {
    const client = createClient(port, `203.0.113.${index + 1}`)
    const cookie = await client.openSession(apiKey, `polite-${index}`, `polite-${index}`)
    if (cookie === undefined) throw new Error('a polite caller could not open its session')
    callers.push({ client, cookie })
  }
  let requestCount = 0
  /** Ideas, Why, an income, and one with a new position. */
  const nextPath = (): string => {
    const index = requestCount++
    const symbol = symbols[Math.floor(index / 4) % symbols.length]!
    const income = dataPaths.income.replace('{symbol}', symbol)
    return [
      dataPaths.tradeIdeas,
      dataPaths.why.replace('{symbol}', symbol),
      income,
      `${income}?stockQuantity=200&costBasis=${(1 + index / 100).toFixed(2)}`,
    ][index % 4]!
  }
  return {
    async run(seconds) {
      const latencies: number[] = []
      const refused: Record<number, number> = {}
      const sendAt = async (dueAt: number, { client, cookie }: Caller) => {
        const { status } = await client.send(nextPath(), { headers: { Cookie: cookie } })
        // From the time at which it was due: a stalled service also delays the requests behind the first.
        latencies.push(performance.now() - dueAt)
        if (status !== 200) refused[status] = (refused[status] ?? 0) + 1
      }
      const startedAt = performance.now()
      const pending: Promise<void>[] = []
      for (let index = 0; index * intervalMs < seconds * 1000; index++) {
        const dueAt = startedAt + index * intervalMs
        const waitMs = dueAt - performance.now()
        if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
        pending.push(
          sendAt(Math.max(dueAt, performance.now() - intervalMs), callers[index % callers.length]!),
        )
      }
      await Promise.all(pending)
      return { latencies: latencies.toSorted((a, b) => a - b), refused }
    },
  }
}
