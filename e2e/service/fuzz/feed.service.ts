/**
 * Fuzzes the feed with valid and invalid frames: it responds with frames of the contract or closes with one of its
 * codes, and keeps running.
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
import { callerAddress } from './headers.ts'

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
const frameLikeText = fc
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
/** Frames that do not close the connection, since frames after a close would not be tested. */
const harmlessText = fc.oneof(
  { weight: 6, arbitrary: frameLikeText },
  { weight: 2, arbitrary: fc.json({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
  { weight: 1, arbitrary: fc.constantFrom('['.repeat(3000), '{"type":"subscribe","symbols":null}') },
)
const lastFrame: fc.Arbitrary<string | Uint8Array> = fc.oneof(
  harmlessText,
  fc.uint8Array({ maxLength: 200 }),
  fc.constantFrom('a'.repeat(5000), new Uint8Array(5000)),
)
/** Frames of one connection, with a session cookie or without one. */
const conversations = fc.record({
  hasSession: fc.oneof(
    { weight: 3, arbitrary: fc.constant(true) },
    { weight: 1, arbitrary: fc.constant(false) },
  ),
  frames: fc
    .tuple(
      fc.array(harmlessText, { minLength: framesPerConnection - 1, maxLength: framesPerConnection - 1 }),
      lastFrame,
    )
    .map(([earlierFrames, finalFrame]) => [...earlierFrames, finalFrame]),
  address: callerAddress,
})
type Conversation = typeof conversations extends fc.Arbitrary<infer Value> ? Value : never

/** Close codes of the contract, and those of WebSocket for invalid frames (RFC 6455, 7.4.1). */
const allowedCodes = new Set<number>([...Object.values(closeCodes), 1000, 1002, 1003, 1005, 1006, 1007])

/** Sends the frames, waits for a pong or the close, and returns the first violation, if any. */
async function runConversation({
  hasSession,
  frames: sentFrames,
  address,
}: Conversation): Promise<string | undefined> {
  const { cookie, instance } = session
  const socket = new WebSocket(`${url.replace('http', 'ws')}/feed?instance=${instance}`, {
    headers: { ...address, Origin: url, ...(hasSession && { Cookie: cookie }) },
  })
  let violation: string | undefined
  socket.on('message', (data: Buffer) => {
    const parsed = v.safeParse(ServerFrameSchema, JSON.parse(data.toString('utf8')))
    if (!parsed.success)
      violation ??= `received a frame that is not in the contract: ${data.toString('utf8').slice(0, 200)}`
  })
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error('the feed sent neither a pong nor a close within 15 s')),
      15_000,
    )
    socket.on('error', () => {})
    socket.on('unexpected-response', (_, { statusCode }) => {
      violation ??= `the upgrade was refused: ${statusCode}`
      socket.terminate()
    })
    socket.on('close', (code) => {
      clearTimeout(timer)
      if (!allowedCodes.has(code)) violation ??= `closed with ${code}`
      resolve()
    })
    socket.on('pong', () => socket.close())
    socket.on('open', () => {
      for (const frame of sentFrames) socket.send(frame)
      socket.ping()
    })
  })
  return violation
}

test(
  `responds to ${frames} frames, or closes the connection, as the contract says`,
  async () => {
    await fc.assert(
      fc.asyncProperty(conversations, async (conversation) => {
        const violation = await runConversation(conversation)
        if (violation !== undefined) throw new Error(violation)
      }),
      { numRuns: Math.ceil(frames / framesPerConnection) },
    )
    const feed = openFeed(url, session, ['AAPL'])
    await feed.waitForFrame('quotes')
    feed.close()
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
  },
  15 * 60_000,
)
