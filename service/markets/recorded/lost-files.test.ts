/** Files and folders that hang or vanish while the service runs: nothing blocks, and lookups are 503 and not "no chain". */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { dataPaths } from '#contract/api/paths.ts'
import { tradingDaysUpTo } from '#service/markets/calendar.ts'
import type { Market } from '#service/markets/market.ts'
import { osiSymbol } from '#service/markets/osi.ts'
import { batch } from '#service/store/store.fixture.ts'
import { makeTestService } from '#service/testing/test-service.ts'
import { createFileReader } from './file-reader.ts'
import type { FileCalls } from './file-reader.ts'
import { openRecordedMarket } from './recorded-market.ts'

let folder: string
let elapsedMs: number
beforeEach(() => {
  elapsedMs = 0
  folder = mkdtempSync(join(tmpdir(), 'lost-files-'))
  for (const name of ['chains-2026-08-21', 'bars-2026', 'volatility-2026-08-21'])
    mkdirSync(join(folder, name))
  const bars = tradingDaysUpTo('2026-08-21', 60).map((day) => `${day},100,102,98,101,1000`)
  for (const symbol of ['AAA', 'BBB', 'CCC', 'SPY']) {
    writeFileSync(
      join(folder, `bars-2026/${symbol}.csv`),
      `date,open,high,low,close,volume\n${bars.join('\n')}\n`,
    )
    writeFileSync(chainFile(symbol), chainText(symbol))
  }
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const chainFile = (symbol: string) => join(folder, `chains-2026-08-21/${symbol}.json`)
const chainText = (symbol: string) =>
  JSON.stringify({
    underlyingPrice: 101,
    quotes: [
      {
        symbol: osiSymbol(symbol, '2026-09-18', 'call', 105),
        expiration: '2026-09-18',
        side: 'call',
        strike: 105,
        bid: 1,
        ask: 1.1,
        last: 1,
        volume: 5,
        openInterest: 40,
      },
    ],
  })
const open = () => openRecordedMarket(folder, { elapsed: () => elapsedMs })

function replaceByPipe(path: string): void {
  rmSync(path, { force: true })
  execFileSync('mkfifo', [path])
}

/** The service over the recorded market, with the routes that read it. */
async function serve(market: Market) {
  const testService = await makeTestService()
  await testService.store.batches.publish({ ...batch('b1'), dateOfScan: market.now().toISOString() })
  Object.assign(testService.market, market)
  const issued = await testService.service.access.operator.issueKey(
    (await testService.service.access.operator.addPartner('Acme')).id,
    'subscription',
  )
  const headers = { 'Op-Subscription-Key': issued.secret }
  return {
    testService,
    how: (symbol: string) => testService.get(dataPaths.income.replace('{symbol}', symbol), headers),
  }
}

test('a named pipe in place of a chain is refused at once, and other symbols are served', async () => {
  const market = await open()
  replaceByPipe(chainFile('AAA'))
  await expect(market.chain('AAA')).rejects.toThrow('chains-2026-08-21/AAA.json:1: it is not a regular file')
  await expect(market.quote('AAA')).rejects.toThrow('it is not a regular file')
  expect((await market.chain('BBB'))?.contracts).toHaveLength(1)
  const { how, testService } = await serve(market)
  const response = await how('AAA')
  expect([response.status, await response.json()]).toEqual([503, expect.objectContaining({ status: 503 })])
  expect((await how('BBB')).status).toBe(200)
  expect((await testService.get('/healthz')).status).toBe(200)
  expect(testService.logged).toContainEqual(
    expect.objectContaining({
      event: 'lookup-failed',
      fields: expect.objectContaining({ reason: expect.stringContaining('it is not a regular file') }),
    }),
  )
})

test('a named pipe among the files of the start is skipped', async () => {
  replaceByPipe(join(folder, 'bars-2026/AAA.csv'))
  replaceByPipe(join(folder, 'volatility-2026-08-21/AAA.csv'))
  const lines: string[] = []
  const market = await openRecordedMarket(folder, { log: (line) => lines.push(line) })
  expect(lines).toEqual(['bars-2026/AAA.csv:1: it is not a regular file; skipped'])
  await expect(market.volatilityHistory('AAA')).rejects.toThrow('it is not a regular file')
})

test('a folder that vanished is failing, its lookups are 503, and it recovers', async () => {
  const market = await open()
  const { how, testService } = await serve(market)
  const chainState = async () => {
    market.capabilities()
    elapsedMs += 1000
    await vi.waitFor(() => expect(market.capabilities().chains?.state).toBeDefined())
    return market.capabilities().chains?.state
  }
  expect(await chainState()).toBe('working')
  renameSync(folder, `${folder}-away`)
  const response = await how('AAA')
  expect(response.status).toBe(503)
  await vi.waitFor(() => {
    elapsedMs += 1000
    expect(market.capabilities().chains?.state).toBe('failing')
  })
  expect(market.capabilities().bars?.state, 'bars are in memory').toBe('working')
  const readiness = (await (await testService.get('/readyz')).json()) as { market: { failingParts: unknown } }
  expect(readiness.market.failingParts).toEqual(['chains'])
  expect(await market.universe(), 'still listed').toContain('AAA')
  renameSync(`${folder}-away`, folder)
  await vi.waitFor(() => {
    // A check that began before the folder came back may end now: the next one is due a second later.
    elapsedMs += 1000
    expect(market.capabilities().chains?.state).toBe('working')
  })
  expect((await how('AAA')).status).toBe(200)
})

describe('a reader whose file system hangs', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  /** Calls that end when the test releases them. */
  function hangingCalls() {
    const releases: (() => void)[] = []
    const calls: FileCalls = {
      read: () => new Promise((resolve) => releases.push(() => resolve(Buffer.from('text')))),
      fingerprint: async () => 'same',
    }
    return { calls, releases }
  }

  test('rejects after the deadline, and never has more than two calls at a time', async () => {
    const { calls, releases } = hangingCalls()
    const reader = createFileReader(folder, { timeoutMs: 5000, calls })
    const results = ['a', 'b', 'c', 'd'].map((file) => reader.readText(file).catch(String))
    expect(releases).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(5000)
    expect(await Promise.all(results)).toEqual(
      ['a', 'b', 'c', 'd'].map(
        (file) => `UnreadableFile: ${file}:1: the file system did not respond within 5 s`,
      ),
    )
    expect(releases, 'the calls that waited were not made').toHaveLength(2)
    const next = reader.readText('e')
    expect(releases, 'both threads are still occupied').toHaveLength(2)
    releases[0]!()
    await vi.advanceTimersByTimeAsync(0)
    expect(releases).toHaveLength(3)
    releases[2]!()
    expect(await next).toBe('text')
  })

  test('one read serves concurrent lookups of a symbol', async () => {
    const reads: string[] = []
    const reader = createFileReader(folder, {
      calls: {
        read: async (path) => (reads.push(path), Buffer.from(chainText('AAA'))),
        fingerprint: async () => 'same',
      },
    })
    const market = await openRecordedMarket(folder, { reader })
    await Promise.all([market.chain('AAA'), market.chain('AAA'), market.quote('AAA')])
    expect(reads).toEqual([chainFile('AAA')])
  })
})
