/**
 * A service that is killed in the middle of its writes, fifty times: acknowledged writes persist after each start. A
 * session it opened is open, one it ended is ended, and a used one-time token is never accepted again.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askAuthToken, askToken, endSession, openSession, statusBy } from '../kit/calls.ts'
import type { WidgetSession } from '../kit/calls.ts'
import { startServiceSite } from '../kit/site.ts'
import type { ServiceSite } from '../kit/site.ts'

const kills = Number(process.env['KILLS'] ?? 50)
/** Number of parallel writers, and of acknowledged writes before the process is killed. */
const writers = 8
const acknowledgedPerLife = 24

/** Acknowledged operations not yet verified after a restart. */
type Acknowledged = { opened: WidgetSession[]; ended: WidgetSession[]; taken: string[] }

let site: ServiceSite
let users = 0

beforeAll(async () => {
  site = await startServiceSite('embedded')
})
afterAll(() => site?.close())

const nothing = (): Acknowledged => ({ opened: [], ended: [], taken: [] })

/** Performs one of three writes and records it only if it is acknowledged. */
async function write(url: string, turn: number, known: Acknowledged): Promise<void> {
  if (turn % 3 === 0) {
    const authToken = await (await askAuthToken(url, site.credentials)).text()
    if ((await askToken(url, { authToken })).status === 200) known.taken.push(authToken)
    return
  }
  // One user per session: a user with more than a few hundred sessions loses the oldest.
  const session = await openSession(url, site.credentials, { userId: `user-${++users}` })
  if (turn % 3 === 1) known.opened.push(session)
  else if ((await endSession(url, session)).ok) known.ended.push(session)
}

/** Writes in parallel until enough writes are acknowledged, then kills the process during further writes. */
async function lifeUnderWrites(): Promise<Acknowledged> {
  const [node] = site.nodes()
  const known = nothing()
  const life = { isOver: false }
  const count = () => known.opened.length + known.ended.length + known.taken.length
  const enough = new Promise<void>((resolve) => {
    const work = async (first: number) => {
      for (let turn = first; !life.isOver; turn++) {
        await write(node!.url, turn, known).catch(() => {})
        if (count() >= acknowledgedPerLife) resolve()
      }
    }
    for (let first = 0; first < writers; first++) void work(first)
  })
  await enough
  // Requests in flight at the kill do not count: their acknowledgement may never have been received.
  const before = { opened: [...known.opened], ended: [...known.ended], taken: [...known.taken] }
  await node!.kill()
  life.isOver = true
  return before
}

async function expectKept(url: string, { opened, ended, taken }: Acknowledged): Promise<void> {
  for (const session of opened) expect(await statusBy(url, session)).toBe(200)
  for (const session of ended) expect(await statusBy(url, session)).toBe(401)
  for (const authToken of taken) expect((await askToken(url, { authToken })).status).toBe(401)
}

test(
  `loses no acknowledged write when it is killed ${kills} times while it writes`,
  async () => {
    const all = nothing()
    for (let kill = 0; kill < kills; kill++) {
      const known = await lifeUnderWrites()
      const node = await site.addNode()
      await expectKept(node.url, known)
      all.opened.push(...known.opened)
      all.ended.push(...known.ended)
    }
    // Writes acknowledged by the first process still exist in the last one.
    const [node] = site.nodes()
    await expectKept(node!.url, {
      ...all,
      opened: all.opened.slice(0, 200),
      ended: all.ended.slice(0, 200),
      taken: [],
    })
    expect(all.opened.length + all.ended.length).toBeGreaterThan(kills)
  },
  20 * 60_000,
)
