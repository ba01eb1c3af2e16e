/**
 * Kills the service in the middle of its writes, fifty times. After each start, acknowledged writes persist: opened
 * sessions are open, ended sessions are ended, and used one-time tokens are refused.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestAuthToken, requestToken, endSession, openSession, lookupStatus } from '../kit/calls.ts'
import type { WidgetSession } from '../kit/calls.ts'
import { startServiceSite } from '../kit/site.ts'
import type { ServiceSite } from '../kit/site.ts'

const kills = Number(process.env['KILLS'] ?? 50)
/** Number of parallel writers, and of acknowledged writes before the process is killed. */
const writers = 8
const acknowledgedPerRun = 24

/** Acknowledged operations not yet verified after a restart. */
type Acknowledged = { opened: WidgetSession[]; ended: WidgetSession[]; usedTokens: string[] }

let site: ServiceSite
let userCount = 0

beforeAll(async () => {
  site = await startServiceSite('embedded')
})
afterAll(() => site?.close())

const emptyRecord = (): Acknowledged => ({ opened: [], ended: [], usedTokens: [] })

/** Performs one of three writes and records it only if it is acknowledged. */
async function write(url: string, writeIndex: number, acknowledged: Acknowledged): Promise<void> {
  if (writeIndex % 3 === 0) {
    const authToken = await (await requestAuthToken(url, site.credentials)).text()
    if ((await requestToken(url, { authToken })).status === 200) acknowledged.usedTokens.push(authToken)
    return
  }
  // One user per session: if a user has more than a few hundred sessions, the oldest are ended.
  const session = await openSession(url, site.credentials, { userId: `user-${++userCount}` })
  if (writeIndex % 3 === 1) acknowledged.opened.push(session)
  else if ((await endSession(url, session)).ok) acknowledged.ended.push(session)
}

/** Writes in parallel until enough writes are acknowledged, then kills the process while it writes more. */
async function writeUntilKilled(): Promise<Acknowledged> {
  const [node] = site.nodes()
  const acknowledged = emptyRecord()
  const run = { isOver: false }
  const count = () => acknowledged.opened.length + acknowledged.ended.length + acknowledged.usedTokens.length
  const enough = new Promise<void>((resolve) => {
    const writeRepeatedly = async (firstIndex: number) => {
      for (let writeIndex = firstIndex; !run.isOver; writeIndex++) {
        await write(node!.url, writeIndex, acknowledged).catch(() => {})
        if (count() >= acknowledgedPerRun) resolve()
      }
    }
    for (let firstIndex = 0; firstIndex < writers; firstIndex++) void writeRepeatedly(firstIndex)
  })
  await enough
  // Requests in flight at the kill do not count: their acknowledgement may never have been received.
  const acknowledgedBeforeKill = {
    opened: [...acknowledged.opened],
    ended: [...acknowledged.ended],
    usedTokens: [...acknowledged.usedTokens],
  }
  await node!.kill()
  run.isOver = true
  return acknowledgedBeforeKill
}

async function expectPersisted(url: string, { opened, ended, usedTokens }: Acknowledged): Promise<void> {
  for (const session of opened) expect(await lookupStatus(url, session)).toBe(200)
  for (const session of ended) expect(await lookupStatus(url, session)).toBe(401)
  for (const authToken of usedTokens) expect((await requestToken(url, { authToken })).status).toBe(401)
}

test(
  `loses no acknowledged write when it is killed ${kills} times while it writes`,
  async () => {
    const allRuns = emptyRecord()
    for (let kill = 0; kill < kills; kill++) {
      const acknowledged = await writeUntilKilled()
      const node = await site.addNode()
      await expectPersisted(node.url, acknowledged)
      allRuns.opened.push(...acknowledged.opened)
      allRuns.ended.push(...acknowledged.ended)
    }
    // Writes acknowledged by the first process still exist in the last one.
    const [node] = site.nodes()
    await expectPersisted(node!.url, {
      ...allRuns,
      opened: allRuns.opened.slice(0, 200),
      ended: allRuns.ended.slice(0, 200),
      usedTokens: [],
    })
    expect(allRuns.opened.length + allRuns.ended.length).toBeGreaterThan(kills)
  },
  20 * 60_000,
)
