/**
 * The market source hangs: it accepts connections and requests but does not respond. The service responds to all
 * requests that do not need the source.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { admin } from '../kit/admin.ts'
import { lookUp, metric } from '../kit/calls.ts'
import { startProcess, waitReady } from '../kit/process.ts'
import type { ServiceProcess, Variables } from '../kit/process.ts'
import { createRecordedMarket } from './recorded-market.ts'
import { startVendor } from './vendor.ts'
import type { Vendor } from './vendor.ts'

/** Time limit of a response: a market call times out after 10 s, and a lookup makes two calls in sequence. */
const maxResponseMs = 25_000
const ideas = '/api/v1/platform/what/tradeideas'
const why = (symbol: string) => `/api/v1/platform/why/${symbol}`

let vendor: Vendor
let symbols: readonly string[]
let variables: Variables
let cleanups: (() => Promise<unknown>)[]
beforeEach(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'hung-source-'))
  const market = await createRecordedMarket(60)
  vendor = await startVendor()
  symbols = market.symbols
  variables = { ...vendor.variables, DATA_DIR: dataDir, MARKET: `vendor:files:${market.folder}` }
  cleanups = [() => rm(dataDir, { recursive: true, force: true }), () => market.remove(), vendor.close]
})
afterEach(async () => {
  for (const cleanUp of cleanups.toReversed()) await cleanUp()
})

async function start() {
  const node = await startProcess(variables)
  cleanups.push(node.kill)
  const { subscriptionKey } = await admin<{ subscriptionKey: string }>(variables, 'demo', 'credentials')
  const get = (path: string) => lookUp(node.url, path, { key: subscriptionKey })
  return { node, get }
}
const status = () =>
  admin<{ id: string | null; lastScan: { outcome: string; reason: string } }>(variables, 'scan', 'status')

/** Expects a 503 with `Retry-After`. */
async function expectUnavailable(responses: readonly Response[]) {
  for (const response of responses) {
    expect([response.status, response.headers.get('retry-after')]).toEqual([
      503,
      expect.stringMatching(/^\d+$/),
    ])
    expect(await response.json()).toMatchObject({ code: 'unavailable' })
  }
}
const scanFailureLine = ({ log }: ServiceProcess) =>
  log().find(({ event }) => event === 'scan-failed')?.['line']

test(
  'is live but not ready at the first start, and retries the scan after its timeout',
  { timeout: 300_000 },
  async () => {
    vendor.hang()
    const { node, get } = await start()
    await expectUnavailable([await get(why(symbols[0]!))])
    expect(vendor.pendingCount()).toBeGreaterThan(0)
    await expect
      .poll(() => scanFailureLine(node), { timeout: 60_000 })
      .toMatch(/the source did not respond within/)
    expect((await fetch(`${node.url}/healthz`)).status).toBe(200)
    expect((await fetch(`${node.url}/readyz`)).status).toBe(503)
    expect(await status()).toMatchObject({ id: null, lastScan: { outcome: 'failed' } })
    vendor.resume()
    await waitReady(node, 110_000)
    expect((await get(why(symbols[0]!))).status).toBe(200)
    expect(await metric(node.url, 'service_scan_outcomes_total{outcome="published"}')).toBe(1)
  },
)

test(
  'serves cached results, refuses others in time, delays no other request and keeps the last batch',
  { timeout: 300_000 },
  async () => {
    const { node, get } = await start()
    await waitReady(node)
    const { id } = await status()
    const [cachedSymbol = '', ...otherSymbols] = symbols
    expect((await get(why(cachedSymbol))).status).toBe(200)

    vendor.hang('chain')
    const scan = admin(variables, 'scan', 'run').then(String, String)
    const requestedAt = performance.now()
    let responseCount = 0
    const uncachedLookups = otherSymbols.slice(0, 40).map(async (symbol) => {
      const response = await get(why(symbol))
      responseCount++
      return response
    })
    await expect.poll(() => vendor.pendingCount()).toBeGreaterThan(0)
    for (let round = 0; round < 20; round++) {
      expect((await fetch(`${node.url}/healthz`)).status).toBe(200)
      expect((await get(ideas)).status).toBe(200)
    }
    expect(responseCount, 'responses to the forty lookups while forty other requests are served').toBe(0)
    await expectUnavailable(await Promise.all(uncachedLookups))
    expect(performance.now() - requestedAt, 'milliseconds').toBeLessThan(maxResponseMs)
    expect((await get(why(cachedSymbol))).status).toBe(200)
    expect(String(node.log().find(({ event }) => event === 'lookup-failed')?.['reason'])).toContain(
      'chain: the source did not respond within 10 s',
    )

    expect(await scan).toContain('the source failed at')
    expect(await status()).toMatchObject({ id, lastScan: { outcome: 'refused' } })
    expect(await (await fetch(`${node.url}/readyz`)).json()).toMatchObject({ status: 'degraded' })
    vendor.resume()
    await expect.poll(async () => (await get(why(otherSymbols[0]!))).status).toBe(200)

    vendor.hang()
    const pendingLookup = get(why(otherSymbols.at(-1)!)).then(({ status: httpStatus }) => httpStatus, String)
    await expect.poll(() => vendor.pendingCount()).toBeGreaterThan(0)
    const stoppedAt = performance.now()
    expect(await node.stop()).toBe(0)
    expect(performance.now() - stoppedAt, 'milliseconds').toBeLessThan(5000)
    await pendingLookup
  },
)
