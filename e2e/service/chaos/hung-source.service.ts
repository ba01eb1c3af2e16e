/**
 * The market source hangs: it accepts connections and requests without answering. All other requests are
 * answered.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { admin } from '../kit/admin.ts'
import { lookUp, metric } from '../kit/calls.ts'
import { startProcess, waitReady } from '../kit/process.ts'
import type { ServiceProcess, Variables } from '../kit/process.ts'
import { makeRecordedMarket } from './recorded-market.ts'
import { startVendor } from './vendor.ts'
import type { Vendor } from './vendor.ts'

/** A market call times out after 10 s, and one lookup makes two calls in sequence. */
const inTimeMs = 25_000
const ideas = '/api/v1/platform/what/tradeideas'
const why = (symbol: string) => `/api/v1/platform/why/${symbol}`

let vendor: Vendor
let symbols: readonly string[]
let variables: Variables
let ends: (() => Promise<unknown>)[]
beforeEach(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'hung-source-'))
  const market = await makeRecordedMarket(60)
  vendor = await startVendor()
  symbols = market.symbols
  variables = { ...vendor.variables, DATA_DIR: dataDir, MARKET: `vendor:files:${market.folder}` }
  ends = [() => rm(dataDir, { recursive: true, force: true }), () => market.remove(), vendor.close]
})
afterEach(async () => {
  for (const end of ends.toReversed()) await end()
})

async function start() {
  const node = await startProcess(variables)
  ends.push(node.kill)
  const { subscriptionKey } = await admin<{ subscriptionKey: string }>(variables, 'demo', 'credentials')
  const ask = (path: string) => lookUp(node.url, path, { key: subscriptionKey })
  return { node, ask }
}
const status = () =>
  admin<{ id: string | null; lastScan: { outcome: string; reason: string } }>(variables, 'scan', 'status')

/** Expects a 503 with `Retry-After`. */
async function expectUnavailable(answers: readonly Response[]) {
  for (const answer of answers) {
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)])
    expect(await answer.json()).toMatchObject({ code: 'unavailable' })
  }
}
const failedScan = ({ log }: ServiceProcess) => log().find(({ event }) => event === 'scan-failed')?.['line']

test(
  'is live but not ready at the first start, and retries the scan after its timeout',
  { timeout: 300_000 },
  async () => {
    vendor.hang()
    const { node, ask } = await start()
    await expectUnavailable([await ask(why(symbols[0]!))])
    expect(vendor.waiting()).toBeGreaterThan(0)
    await expect.poll(() => failedScan(node), { timeout: 60_000 }).toMatch(/the source did not answer within/)
    expect((await fetch(`${node.url}/healthz`)).status).toBe(200)
    expect((await fetch(`${node.url}/readyz`)).status).toBe(503)
    expect(await status()).toMatchObject({ id: null, lastScan: { outcome: 'failed' } })
    vendor.goOn()
    await waitReady(node, 110_000)
    expect((await ask(why(symbols[0]!))).status).toBe(200)
    expect(await metric(node.url, 'service_scan_outcomes_total{outcome="published"}')).toBe(1)
  },
)

test(
  'serves cached results, refuses others in time, delays no other request and keeps the last batch',
  { timeout: 300_000 },
  async () => {
    const { node, ask } = await start()
    await waitReady(node)
    const { id } = await status()
    const [known = '', ...unknown] = symbols
    expect((await ask(why(known))).status).toBe(200)

    vendor.hang('chain')
    const scan = admin(variables, 'scan', 'run').then(String, String)
    const askedAt = performance.now()
    let refused = 0
    const cold = unknown.slice(0, 40).map(async (symbol) => {
      const answer = await ask(why(symbol))
      refused++
      return answer
    })
    await expect.poll(() => vendor.waiting()).toBeGreaterThan(0)
    for (let round = 0; round < 20; round++) {
      expect((await fetch(`${node.url}/healthz`)).status).toBe(200)
      expect((await ask(ideas)).status).toBe(200)
    }
    expect(refused, 'sixty answers while forty look-ups wait').toBe(0)
    await expectUnavailable(await Promise.all(cold))
    expect(performance.now() - askedAt, 'milliseconds').toBeLessThan(inTimeMs)
    expect((await ask(why(known))).status).toBe(200)
    expect(String(node.log().find(({ event }) => event === 'lookup-failed')?.['reason'])).toContain(
      'chain: the source did not answer within 10 s',
    )

    expect(await scan).toContain('the source failed at')
    expect(await status()).toMatchObject({ id, lastScan: { outcome: 'refused' } })
    expect(await (await fetch(`${node.url}/readyz`)).json()).toMatchObject({ status: 'degraded' })
    vendor.goOn()
    await expect.poll(async () => (await ask(why(unknown[0]!))).status).toBe(200)

    vendor.hang()
    const last = ask(why(unknown.at(-1)!)).then(({ status: given }) => given, String)
    await expect.poll(() => vendor.waiting()).toBeGreaterThan(0)
    const endedAt = performance.now()
    expect(await node.stop()).toBe(0)
    expect(performance.now() - endedAt, 'milliseconds').toBeLessThan(5000)
    await last
  },
)
