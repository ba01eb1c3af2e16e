/**
 * A vendor fails under a running service, during a session: it answers with 500, refuses the key, or goes silent.
 * Last good data is served and marked as stale, until the vendor responds again.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { failure, silent, standInKey } from '#service/markets/massive/stand-in.fixture.ts'
import type { StandIn } from '#service/markets/massive/stand-in.fixture.ts'
import type { DemoCredentials } from '#e2e/kit/site.ts'
import { admin } from '../kit/admin.ts'
import { lookUp, openFeed, openSession } from '../kit/calls.ts'
import type { OpenFeed, WidgetSession } from '../kit/calls.ts'
import { startMassive } from '../kit/massive.ts'
import { startProcess, waitReady } from '../kit/process.ts'
import type { ServiceProcess, Variables } from '../kit/process.ts'

/** A time during a session, at which the test starts. */
const sessionTime = Date.parse('2026-11-23T16:00:00Z')
const preload = new URL('./shifted-clock.mjs', import.meta.url).href
const symbol = 'AAPL'

let node: ServiceProcess
let standIn: StandIn
let variables: Variables
let session: WidgetSession
let feed: OpenFeed
let cleanups: (() => unknown)[]
beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'massive-chaos-'))
  cleanups = [() => rm(folder, { recursive: true, force: true })]
  const shiftMs = sessionTime - Date.now()
  const shiftFile = join(folder, 'shift')
  await writeFile(shiftFile, String(shiftMs))
  const massive = await startMassive({ clock: () => new Date(Date.now() + shiftMs), tickMs: 500 })
  standIn = massive.standIn
  cleanups.push(() => standIn.close())
  variables = {
    ...massive.variables,
    DATA_DIR: join(folder, 'data'),
    NODE_OPTIONS: `--import=${preload}`,
    CLOCK_SHIFT: shiftFile,
  }
  node = await startProcess(variables)
  cleanups.push(node.kill)
  await waitReady(node)
  const credentials = await admin<DemoCredentials>(variables, 'demo', 'credentials')
  session = await openSession(node.url, credentials)
  feed = openFeed(node.url, session, [symbol])
  await feed.waitForFrame('quotes')
})
afterEach(async () => {
  for (const cleanUp of cleanups.toReversed()) await cleanUp()
})

const paths = [`why/${symbol}`, `how/income/${symbol}`, `how/chain/${symbol}`, 'what/tradeideas']
/** Requests each look-up; rejects if one of them has no data. Returns the price in them. */
async function requestAll(): Promise<number> {
  const bodies: unknown[] = []
  for (const path of paths) {
    const response = await lookUp(node.url, `/api/v1/platform/${path}`, session)
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    bodies.push(await response.json())
  }
  return (bodies[0] as { expandedQuote: { last: number } }).expandedQuote.last
}
type Market = { stale?: boolean; failingParts?: string[]; parts: Record<string, { state: string } | null> }
const market = async () => ((await (await fetch(`${node.url}/readyz`)).json()) as { market: Market }).market
const isStaleInFeed = () => feed.frames.findLast(({ type }) => type === 'market')?.['stale'] === true
const lastQuoteTime = () => {
  const frame = feed.frames.findLast(({ type }) => type === 'quotes')
  return (frame!['quotes'] as { time: string }[]).at(-1)!.time
}
/** Lines of the log about the vendor: events, with the kind of data or the reason. */
const vendorLines = () =>
  node
    .log()
    .flatMap(({ event, data, reason }) =>
      event.startsWith('market-') ? [`${event} ${String(data ?? reason)}`] : [],
    )

/** Keeps the look-ups requested until the condition holds, so that the vendor is called. */
async function requestUntil(condition: () => Promise<boolean>, timeout: number): Promise<void> {
  const check = async () => {
    await requestAll()
    return condition()
  }
  await expect.poll(check, { timeout, interval: 500 }).toBe(true)
}

/** No secret in what an operator reads and sends to others. */
async function expectNoSecret(): Promise<void> {
  const metrics = await (await fetch(`${node.url}/metrics`)).text()
  const config = JSON.stringify(await admin(variables, 'config'))
  const log = JSON.stringify(node.log()) + node.errors()
  for (const text of [metrics, config, log, JSON.stringify(feed.frames)])
    expect(text).not.toContain(standInKey)
}

const channels = ['stocks', 'options', 'indices'] as const
const unknownKey = failure(401, { status: 'ERROR', error: `Unknown API Key ${standInKey}` })

describe.each([
  { name: 'answers with 500', fault: failure(500), state: 'failing', event: 'market-vendor-failing' },
  { name: 'refuses the key', fault: unknownKey, state: 'denied', event: 'market-access-denied' },
  { name: 'goes silent', fault: silent, state: 'failing', event: 'market-vendor-failing' },
])('a vendor that $name', ({ fault, state, event }) => {
  test(
    'leaves the service with stale data, and both recover without a restart',
    { timeout: 400_000 },
    async () => {
      const price = await requestAll()
      standIn.fail('/', fault)
      if (state === 'denied') standIn.acceptedSockets.clear()
      standIn.dropSockets()

      await requestUntil(async () => {
        const { stale, parts } = await market()
        return stale === true && parts['quotes']?.state === state && parts['chains']?.state === state
      }, 150_000)
      expect((await fetch(`${node.url}/readyz`)).status).toBe(200)
      expect((await market()).failingParts).toEqual(expect.arrayContaining(['quotes', 'chains']))
      await expect.poll(isStaleInFeed).toBe(true)
      expect(Math.abs((await requestAll()) / price - 1)).toBeLessThan(0.01)
      await expectNoSecret()
      const lines = vendorLines()
      expect(lines.filter((line) => line.startsWith(event)).length).toBeGreaterThan(0)
      expect(lines, 'each once').toEqual([...new Set(lines)])

      const lastTime = lastQuoteTime()
      standIn.heal()
      for (const channel of channels) standIn.acceptedSockets.add(channel)
      await requestUntil(async () => {
        const { stale, failingParts } = await market()
        return !stale && !failingParts?.length
      }, 150_000)
      await expect.poll(isStaleInFeed).toBe(false)
      await expect.poll(() => lastQuoteTime() > lastTime).toBe(true)
      expect(node.log().filter((line) => line.event === 'started')).toHaveLength(1)
      await expectNoSecret()
      expect(await node.stop()).toBe(0)
    },
  )
})
