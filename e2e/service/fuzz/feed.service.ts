/**
 * The feed under invalid frames: it answers with frames of the contract or closes with one of its codes, and
 * keeps running.
 */
import fc from 'fast-check'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { closeCodes, ServerFrameSchema } from '#contract/feed.ts'
import { openFeed, openSession } from '../kit/calls.ts'
import type { WidgetSession } from '../kit/calls.ts'
import { startServiceSite } from '../kit/site.ts'
import type { ServiceSite } from '../kit/site.ts'
import { someAddress } from './headers.ts'

const frames = Number(process.env['FUZZ_FRAMES'] ?? 20_000)
const framesPerConnection = 20

let site: ServiceSite
let url: string
let session: WidgetSession

beforeAll(async () => {
  site = await startServiceSite('embedded')
  url = site.nodes()[0]!.url
  session = await openSession(url, site.credentials)
})
afterAll(() => site?.close())

const symbols = fc.array(
  fc.oneof(fc.constantFrom('AAPL', 'SPY', 'brk-b', '__proto__', ''), fc.string({ maxLength: 30 })),
  { maxLength: 150 },
)
const types = fc.constantFrom(
  'ticket',
  'subscribe',
  'unsubscribe',
  'subscribe-options',
  'unsubscribe-options',
  'quotes',
  '__proto__',
)
const shaped = fc
  .record(
    {
      type: types,
      symbols,
      symbol: fc.oneof(fc.constant('AAPL'), fc.string({ maxLength: 20 })),
      contracts: fc.array(fc.oneof(fc.constant('AAPL261218C00200000'), fc.string({ maxLength: 30 })), {
        maxLength: 20,
      }),
      ticket: fc.string({ maxLength: 300 }),
    },
    { requiredKeys: [] },
  )
  .map((frame) => JSON.stringify(frame))
/** The connection survives each of these: a frame that closes it would hide later ones. */
const text = fc.oneof(
  { weight: 6, arbitrary: shaped },
  { weight: 2, arbitrary: fc.json({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
  { weight: 1, arbitrary: fc.constantFrom('['.repeat(3000), '{"type":"subscribe","symbols":null}') },
)
const last: fc.Arbitrary<string | Uint8Array> = fc.oneof(
  text,
  fc.uint8Array({ maxLength: 200 }),
  fc.constantFrom('a'.repeat(5000), new Uint8Array(5000)),
)
/** With a session cookie, or without one and with a ticket to send first. */
const plays = fc.record({
  isKnown: fc.oneof(
    { weight: 3, arbitrary: fc.constant(true) },
    { weight: 1, arbitrary: fc.constant(false) },
  ),
  frames: fc
    .tuple(fc.array(text, { minLength: framesPerConnection - 1, maxLength: framesPerConnection - 1 }), last)
    .map(([before, end]) => [...before, end]),
  address: someAddress,
})
type Play = typeof plays extends fc.Arbitrary<infer Played> ? Played : never

/** Our codes, and WebSocket's own for invalid frames (RFC 6455, 7.4.1). */
const fairCodes = new Set<number>([...Object.values(closeCodes), 1000, 1002, 1003, 1005, 1006, 1007])

/** Sends the frames, waits for a pong or the close, and returns the violation or undefined. */
async function play({ isKnown, frames: given, address }: Play): Promise<string | undefined> {
  const { cookie, instance } = session
  const socket = new WebSocket(`${url.replace('http', 'ws')}/feed?instance=${instance}`, {
    headers: { ...address, Origin: url, ...(isKnown && { Cookie: cookie }) },
  })
  let wrong: string | undefined
  socket.on('message', (data: Buffer) => {
    const read = v.safeParse(ServerFrameSchema, JSON.parse(data.toString('utf8')))
    if (!read.success) wrong ??= `no frame of the contract: ${data.toString('utf8').slice(0, 200)}`
  })
  await new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('the feed hangs')), 15_000)
    socket.on('error', () => {})
    socket.on('unexpected-response', (_, { statusCode }) => {
      wrong ??= `the upgrade was refused: ${statusCode}`
      socket.terminate()
    })
    socket.on('close', (code) => {
      clearTimeout(late)
      if (!fairCodes.has(code)) wrong ??= `closed with ${code}`
      resolve()
    })
    socket.on('pong', () => socket.close())
    socket.on('open', () => {
      for (const one of given) socket.send(one)
      socket.ping()
    })
  })
  return wrong
}

test(
  `answers ${frames} frames or closes the connection as the contract says`,
  async () => {
    await fc.assert(
      fc.asyncProperty(plays, async (given) => {
        const wrong = await play(given)
        if (wrong !== undefined) throw new Error(wrong)
      }),
      { numRuns: Math.ceil(frames / framesPerConnection) },
    )
    const feed = openFeed(url, session, ['AAPL'])
    await feed.hears('quotes')
    feed.close()
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
  },
  15 * 60_000,
)
