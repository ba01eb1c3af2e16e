/** What one address can do to keep others out: each attack repeats one request, as often as it gets a response. */
import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { WebSocket } from 'ws'
import { dataPaths } from '#contract/api/paths.ts'
import { pipelineLimits } from '#service/shared/limits.ts'
import type { Client, Received } from './client.ts'

/** Target and data of an attack. */
export type AttackParts = {
  readonly client: Client
  readonly port: number
  /** The address of the attacker. */
  readonly address: string
  readonly apiKey: string
  /** Cookies of the attacker's sessions. */
  readonly sessions: readonly string[]
  readonly symbols: readonly string[]
}

/** One step of an attack, the `index`th of all. Resolves when the next one may start. */
export type AttackStep = (parts: AttackParts, index: number) => Promise<Received | undefined>

const pick = <Item>(items: readonly Item[], index: number): Item => items[index % items.length]!
const withSession = ({ sessions }: AttackParts, index: number) => ({
  headers: { Cookie: pick(sessions, index) },
})
const inventedSymbol = (index: number) => `Z${index.toString(36).toUpperCase()}`
/** Characters of a secret, in the form that the service issues. */
const inventedSecret = () => randomBytes(32).toString('base64url').replaceAll(/[-_]/g, 'x')

/** Opens a feed of a session. Resolves when it is open or refused. */
const openFeed = ({ port, address, sessions }: AttackParts, index: number): Promise<WebSocket | undefined> =>
  new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/feed`, {
      headers: {
        Cookie: pick(sessions, index),
        Origin: `http://127.0.0.1:${port}`,
        'X-Forwarded-For': address,
      },
    })
    socket.on('open', () => resolve(socket))
    socket.on('error', () => resolve(undefined))
  })

const floodFeeds: AttackStep = async (parts, index) => {
  const socket = await openFeed(parts, index)
  const symbols = Array.from({ length: 100 }, (_, offset) => pick(parts.symbols, index * 100 + offset))
  socket?.send(JSON.stringify({ type: 'subscribe', symbols }))
  return undefined
}

/** Frames that a feed may send in a second. */
const framesPerSecond = 45

const sendUnknownSymbols: AttackStep = async (parts, index) => {
  const socket = await openFeed(parts, index)
  if (!socket) return undefined
  for (let second = 0; socket.readyState === WebSocket.OPEN; second++) {
    for (let frame = 0; frame < framesPerSecond; frame++) {
      const first = ((index * 1000 + second) * framesPerSecond + frame) * 100
      const symbols = Array.from({ length: 100 }, (_, offset) => inventedSymbol(first + offset))
      socket.send(JSON.stringify({ type: 'subscribe', symbols }))
    }
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
  return undefined
}

/** Opens a connection, requests a large response this many times, and reads nothing. */
const readSlowly =
  (requestCount: number): AttackStep =>
  ({ port }) =>
    new Promise((resolve) => {
      // Not from the address of the trusted proxy, which would buffer the responses.
      const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' })
      socket.pause()
      socket.on('error', () => resolve(undefined))
      socket.on('close', () => resolve(undefined))
      socket.write(`GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(requestCount))
      // The next connection does not wait for this one to be closed.
      setTimeout(() => resolve(undefined), 20)
    })

const openSession: AttackStep = async ({ client, apiKey }, index) => {
  const cookie = await client.openSession(apiKey, `user-${index % 50}`, `${index}`)
  return { status: cookie === undefined ? 429 : 200, text: '', cookie }
}

/** The attacks by name, and how many steps of each run at a time. */
export const attacks: Readonly<Record<string, { readonly concurrent: number; readonly step: AttackStep }>> = {
  searches: {
    concurrent: 16,
    step: (parts, index) =>
      parts.client.send(
        `${dataPaths.symbols}?query=${(index % 1296).toString(36)}`,
        withSession(parts, index),
      ),
  },
  'invented positions': {
    concurrent: 64,
    step: (parts, index) =>
      parts.client.send(
        `${dataPaths.income.replace('{symbol}', pick(parts.symbols, index))}?stockQuantity=${100 + index}`,
        withSession(parts, index),
      ),
  },
  'new sessions': { concurrent: 16, step: openSession },
  feeds: { concurrent: 16, step: floodFeeds },
  'unknown symbols': { concurrent: 48, step: sendUnknownSymbols },
  'slow reads': { concurrent: 8, step: readSlowly(200) },
  'unread responses': { concurrent: 8, step: readSlowly(pipelineLimits.queuedRequests + 1) },
  'large headers': {
    concurrent: 16,
    step: (parts, index) =>
      parts.client.send(dataPaths.tone, {
        headers: {
          Cookie: Array.from(
            { length: 180 },
            (_, offset) => `__Host-sw-i${index}-${offset}=${'x'.repeat(130)}`,
          ).join('; '),
          'X-Forwarded-For': `${'1.2.3.4, '.repeat(400)}${parts.address}`,
        },
      }),
  },
  'invalid credentials': {
    concurrent: 16,
    step: ({ client }) =>
      client.send(dataPaths.tone, {
        headers: { Authorization: `Bearer wt_${inventedSecret().slice(0, 43)}` },
      }),
  },
  'long paths': {
    concurrent: 16,
    step: ({ client }, index) =>
      client.send(`/docs${(index % 2 === 0 ? '/' : '/.md').repeat(index % 2 === 0 ? 30_000 : 400)}x`),
  },
  'invented hosts': {
    concurrent: 16,
    step: ({ client }, index) =>
      client.send(index % 2 === 0 ? '/openapi.json' : '/docs', {
        headers: { Host: `host-${index}.example` },
      }),
  },
}
