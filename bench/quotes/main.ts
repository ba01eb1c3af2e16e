/**
 * Benchmark of pushed option quotes, from the vendor's socket to a client of the feed: `npm run bench:quotes`.
 *
 * 1. Every contract changes four times a second. Prints the delay from the vendor's socket to the client's frame.
 * 2. The vendor's socket is lost 100 times, and quotes change meanwhile. The last quote of every contract must arrive.
 *
 * Exits 1 if the delay is too long, or if a last quote does not arrive.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { describeMachine } from '../machine.ts'
import { percentile } from '#bench/percentile.ts'
import { openFeedClients, type FeedClients } from './feed-clients.ts'
import { startBenchService, type BenchService } from './service.ts'
import { startVendor, type BenchVendor } from './vendor.ts'

const contractCount = 1_000
/** Every contract changes once in this time, milliseconds. */
const changeIntervalMs = 250
/** The contracts are spread over this many steps of the interval. */
const stepCount = 25
const warmUpMs = 5_000
const measurementMs = 20_000
/** Maximum of the 99th percentile of the delay, milliseconds. */
const maxP99Ms = 500
const reconnectCount = 100
/** A last quote that takes longer than this after a lost connection is lost. Milliseconds. */
const arrivalTimeoutMs = 60_000

/** Changes the quotes of all contracts, in steps, until stopped. Catches up after a delay of this process. */
function changeQuotes(vendor: BenchVendor): () => void {
  const startedAt = performance.now()
  const stepMs = changeIntervalMs / stepCount
  let step = 0
  const timer = setInterval(() => {
    for (; startedAt + step * stepMs <= performance.now(); step++) {
      const offset = step % stepCount
      vendor.quote(vendor.contracts.filter((_, index) => index % stepCount === offset))
    }
  }, stepMs)
  return () => clearInterval(timer)
}

/** Returns whether the delay is within its limit. */
async function measureDelay(vendor: BenchVendor, clients: FeedClients): Promise<boolean> {
  const stop = changeQuotes(vendor)
  await wait(warmUpMs)
  const delaysMs: number[] = []
  clients.listen(({ time }) => delaysMs.push(Date.now() - Date.parse(time)))
  await wait(measurementMs)
  clients.listen(() => {})
  stop()
  const sorted = delaysMs.toSorted((a, b) => a - b)
  const p99 = percentile(sorted, 0.99)
  const rate = (sorted.length / measurementMs) * 1000
  const isMet = p99 <= maxP99Ms
  console.log(
    `${isMet ? ' ' : '!'} vendor's socket to client's frame: p50 ${percentile(sorted, 0.5)} ms, p99 ${p99} ms ` +
      `(limit ${maxP99Ms}), maximum ${sorted.at(-1)} ms; ${rate.toFixed(0)} quotes a second received`,
  )
  return isMet && sorted.length > 0
}

/** Returns whether the last quote of every contract has arrived after each lost connection. */
async function measureReconnects(
  vendor: BenchVendor,
  clients: FeedClients,
  service: BenchService,
): Promise<boolean> {
  const { contracts, standIn } = vendor
  const missing = () => contracts.filter(({ id }) => clients.lastBid(id) !== vendor.lastBid(id)).length
  const allArrived = () => clients.until(() => missing() === 0, arrivalTimeoutMs, 'all last quotes')
  const lostBefore = service.logCount('market-stream-lost')
  const recoveriesMs: number[] = []
  for (let round = 0; round < reconnectCount; round++) {
    // Shows that the connection is open: the back-off starts again.
    vendor.quote(contracts.slice(0, 10))
    await allArrived()
    const startedAt = performance.now()
    vendor.quote(contracts)
    standIn.dropSockets()
    vendor.quote(contracts.filter((_, index) => (index + round) % 3 === 0))
    try {
      await allArrived()
    } catch (error) {
      console.log(`! reconnect ${round + 1}: ${missing()} last quotes missing: ${String(error)}`)
      return false
    }
    recoveriesMs.push(performance.now() - startedAt)
  }
  const sorted = recoveriesMs.toSorted((a, b) => a - b)
  const lost = service.logCount('market-stream-lost') - lostBefore
  const isMet = lost >= reconnectCount
  console.log(
    `${isMet ? ' ' : '!'} ${lost} lost connections (expected at least ${reconnectCount}): no last quote of ${contractCount} contracts lost; ` +
      `all arrived after ${percentile(sorted, 0.5).toFixed(0)} ms (median), ${sorted.at(-1)!.toFixed(0)} ms at most`,
  )
  return isMet
}

console.log(describeMachine())
const vendor = await startVendor(contractCount)
try {
  const service = await startBenchService(vendor.variables)
  try {
    const clients = await openFeedClients(service, vendor.contracts)
    try {
      vendor.quote(vendor.contracts)
      const isSubscribed = () =>
        vendor.contracts.every(({ id }) => clients.lastBid(id) === vendor.lastBid(id))
      await clients.until(isSubscribed, arrivalTimeoutMs, 'a quote of every contract')
      console.log(`  ${contractCount} contracts, ${clients.connectionCount} connections of clients`)
      const isFast = await measureDelay(vendor, clients)
      const isComplete = await measureReconnects(vendor, clients, service)
      if (!isFast || !isComplete) process.exitCode = 1
    } finally {
      clients.close()
    }
  } finally {
    await service.stop()
  }
} finally {
  await vendor.standIn.close()
}
