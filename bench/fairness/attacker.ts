/**
 * The attacker as a separate process, with a low priority, so that the polite caller competes with
 * it for the service and not for the processor. Reports its number of steps by status.
 */
import { setPriority } from 'node:os'
import { attacks } from './attacks.ts'
import type { AttackParts } from './attacks.ts'
import { createClient } from './client.ts'

/** The attack and its target. */
export type AttackOrder = Pick<AttackParts, 'port' | 'address' | 'apiKey' | 'symbols'> & {
  readonly attack: string
}
/** Number of responses by status; `steps` counts steps without a response. */
export type AttackReport = Readonly<Record<string, number>>

const lowPriority = 10
const sessionCount = 30

setPriority(lowPriority)
process.on('disconnect', () => process.exit())
process.once('message', (order: AttackOrder) => void attack(order))

async function attack({ attack: name, ...order }: AttackOrder): Promise<void> {
  const { concurrent, step } = attacks[name]!
  const client = createClient(order.port, order.address)
  const opening = Array.from({ length: sessionCount }, (_, index) =>
    client.openSession(order.apiKey, `attacker-${index}`, `attacker-${index}`),
  )
  const sessions = (await Promise.all(opening)).filter((cookie) => cookie !== undefined)
  const parts = { ...order, client, sessions }
  const report: Record<string, number> = {}
  let nextIndex = 0
  const repeat = async () => {
    for (;;) {
      const status = String((await step(parts, nextIndex++))?.status ?? 'steps')
      report[status] = (report[status] ?? 0) + 1
      // Steps that end at once would otherwise keep this process from receiving its messages.
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  process.on('message', () => process.send?.(report))
  for (let index = 0; index < concurrent; index++) void repeat()
  process.send?.('started')
}
