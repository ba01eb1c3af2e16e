/**
 * A day of a vendor, recorded by the command line: the service over the recording answers as the service over the vendor.
 * News and pushed quotes are not recorded.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admin } from '../kit/admin.ts'
import { lookUp } from '../kit/calls.ts'
import { startMassive } from '../kit/massive.ts'
import { startProcess, waitReady } from '../kit/process.ts'
import type { Variables } from '../kit/process.ts'

/** During a session, on a Monday: the last prices of the vendor are of 15 minutes before. */
const recordedAt = '2026-11-23T16:47:12.345Z'
const symbols = ['AAPL', 'BRK.B', 'SPY', 'XOM']
const stoppedClock = {
  CLOCK_STOPPED_AT: recordedAt,
  NODE_OPTIONS: `--import=${new URL('../chaos/shifted-clock.mjs', import.meta.url).href}`,
}

const cleanups: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const cleanUp of cleanups.toReversed()) await cleanUp()
})
const newFolder = async (name: string) => {
  const folder = await mkdtemp(join(tmpdir(), `recording-${name}-`))
  cleanups.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

type Answers = (path: string) => Promise<{ status: number; body: unknown }>

/** Starts the service and waits for its scan; returns the requests of its demo account. */
async function startAnswers(variables: Variables): Promise<Answers> {
  const node = await startProcess(variables)
  cleanups.push(node.kill)
  await waitReady(node)
  const { subscriptionKey: key } = await admin<{ subscriptionKey: string }>(variables, 'demo', 'credentials')
  return async (path) => {
    const response = await lookUp(node.url, `/api/v1/platform/${path}`, { key })
    return { status: response.status, body: withoutOrigin(await response.json()) }
  }
}

/** `dataStatus` names the source, class and delay of the data: a recording is another source, and gets no older. */
const originKeys = new Set(['source', 'class', 'dataClass', 'delayedSeconds'])
const withoutOrigin = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body, (name, value: unknown) => (name === 'dataStatus' ? strip(value) : value)))
const strip = (status: unknown): unknown =>
  JSON.parse(
    JSON.stringify(status, (name, value: unknown) => (originKeys.has(name) ? undefined : value)) ?? 'null',
  )

let vendor: Answers
let recording: Answers
let folder: string
beforeAll(async () => {
  const { standIn, variables } = await startMassive({ clock: () => new Date(recordedAt) })
  cleanups.push(() => standIn.close())
  const live = { ...variables, ...stoppedClock, DATA_DIR: await newFolder('live') }
  vendor = await startAnswers(live)
  folder = await newFolder('day')
  const written = await admin(live, 'market', 'record', 'universe', '--to', folder)
  expect(written).toMatchObject({ day: '2026-11-23', failures: [], stopped: null })
  recording = await startAnswers({ MARKET: `files:${folder}`, DATA_DIR: await newFolder('replay') })
})

test('`market check` finds no fault in the recording', async () => {
  expect(await admin({}, 'market', 'check', folder)).toMatchObject({
    errors: [],
    day: '2026-11-23',
    recording: { source: 'Massive', delayedSeconds: 900 },
  })
})

describe('has the same', () => {
  test.each(['what/tradeideas', 'how/best-income', 'how/best-income?legtype=put', 'tone', 'symbols?query=A'])(
    '%s',
    async (path) => {
      const expected = await vendor(path)
      expect(expected.status).toBe(200)
      expect(await recording(path)).toEqual(expected)
    },
  )

  test('ideas, of which there are some', async () => {
    const { body } = await vendor('what/tradeideas')
    expect((body as { tradeIdeas: unknown[] }).tradeIdeas).not.toHaveLength(0)
  })

  test.each(symbols)('facts and trades of %s', async (symbol) => {
    const paths = [
      `why/${symbol}`,
      `why/${symbol}/history?range=2Y`,
      `why/${symbol}/volatility`,
      `how/income/${symbol}`,
      `how/income/${symbol}?stockQuantity=300&costBasis=100`,
      `how/chain/${symbol}`,
    ]
    for (const path of paths) {
      const expected = await vendor(path)
      expect([path, expected.status]).toEqual([path, 200])
      expect(await recording(path), path).toEqual(expected)
    }
  })

  test.each(symbols)('roll and scenario of a contract of %s', async (symbol) => {
    const { body } = await vendor(`how/income/${symbol}`)
    const [contract] = /[A-Z]+\d{6}[CP]\d{8}/.exec(JSON.stringify(body)) ?? []
    for (const path of [
      `how/roll/${symbol}?contract=${contract}`,
      `how/scenario/${symbol}?contract=${contract}`,
    ]) {
      const expected = await vendor(path)
      expect([path, expected.status]).toEqual([path, 200])
      expect(await recording(path), path).toEqual(expected)
    }
  })

  test('404 for a symbol that the vendor does not know', async () => {
    expect((await vendor('why/NOSUCH')).status).toBe(404)
    expect((await recording('why/NOSUCH')).status).toBe(404)
  })
})
