/**
 * The load generator of the feed's bench: thousands of widgets in one process. Each opens the feed with its
 * cookie, subscribes, and counts frames; a sample of them is parsed to measure the age of quotes.
 */
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { clientFrame, FrameReader, opcodes } from './feed-frames.ts'

/** Commands of the parent. `open`: clients, one per cookie; stalled ones read nothing after subscribing. */
export type LoadOrder =
  | {
      readonly open: readonly string[]
      readonly port: number
      /** Listed, and followed by each client. */
      readonly symbols: number
      readonly follows: number
      readonly stalled: boolean
    }
  | 'figures'

export type LoadFigures = {
  readonly open: number
  /** Since the last command. */
  readonly frames: number
  readonly bytes: number
  /** Milliseconds from a quote's making to a client's reading it, sorted, of a sample. */
  readonly ages: readonly number[]
  /** Share of one core. */
  readonly processor: number
}

/** One frame in so many is read. */
const sampled = 20
/** Connections that are being made at the same time. */
const atOnce = 100

let [open, frames, bytes] = [0, 0, 0]
let ages: number[] = []
let since = { at: performance.now(), processor: process.cpuUsage() }
// Data is processed before the next read: one buffer serves all connections.
const shared = Buffer.alloc(256 * 1024)

function readQuotes(payload: Buffer): void {
  const now = Date.now()
  const frame = JSON.parse(payload.toString('utf8')) as { type: string; quotes?: { time: string }[] }
  for (const { time } of frame.quotes ?? []) ages.push(now - Date.parse(time))
}

function onFrame(socket: Socket, opcode: number): ((payload: Buffer) => void) | undefined {
  if (opcode === opcodes.ping)
    return (said) => void socket.write(clientFrame(opcodes.pong, said.toString('latin1')))
  if (opcode !== opcodes.text) return undefined
  frames++
  // In random order: a fixed one would favour the first clients.
  return Math.random() * sampled < 1 ? readQuotes : undefined
}

type Widget = { cookie: string; port: number; wanted: readonly string[]; stalled: boolean }

/** Resolves when the first frame has come. */
const openWidget = ({ cookie, port, wanted, stalled }: Widget): Promise<void> =>
  new Promise((resolve, reject) => {
    const reader = new FrameReader()
    let greeted = false
    const greet = (said: string) => {
      if (!said.startsWith('HTTP/1.1 101')) return reject(new Error(said.split('\r\n')[0]))
      greeted = true
      open++
      socket.write(clientFrame(opcodes.text, JSON.stringify({ type: 'subscribe', symbols: wanted })))
      resolve()
    }
    const read = (count: number) => {
      bytes += count
      let from = 0
      if (!greeted) {
        const said = shared.toString('latin1', 0, count)
        greet(said)
        from = said.indexOf('\r\n\r\n') + 4
      }
      reader.read(shared.subarray(from, count), (opcode) => onFrame(socket, opcode))
      return !stalled
    }
    const socket = connect({ port, host: '127.0.0.1', onread: { buffer: shared, callback: read } }, () => {
      const key = 'AQIDBAUGBwgJCgsMDQ4PEC=='
      socket.write(
        `GET /feed?instance=i HTTP/1.1\r\nHost: localhost:${port}\r\nOrigin: http://localhost:${port}\r\nCookie: ${cookie}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
      )
    })
    socket.on('error', reject)
    socket.on('close', () => {
      if (greeted) open--
    })
  })

/** So many of the symbols, no two the same. */
function some(symbols: number, follows: number): string[] {
  const chosen = new Set<string>()
  while (chosen.size < Math.min(follows, symbols)) chosen.add(`S${Math.floor(Math.random() * symbols)}`)
  return [...chosen]
}

async function openAll({ open: cookies, port, symbols, follows, stalled }: Exclude<LoadOrder, string>) {
  for (let from = 0; from < cookies.length; from += atOnce)
    await Promise.all(
      cookies
        .slice(from, from + atOnce)
        .map((cookie) => openWidget({ cookie, port, stalled, wanted: some(symbols, follows) })),
    )
}

function figures(): LoadFigures {
  const { user, system } = process.cpuUsage(since.processor)
  const processor = (user + system) / 1000 / (performance.now() - since.at)
  const taken = { open, frames, bytes, ages: ages.toSorted((one, other) => one - other), processor }
  ;[frames, bytes, ages] = [0, 0, []]
  since = { at: performance.now(), processor: process.cpuUsage() }
  return taken
}

process.on('disconnect', () => process.exit())
process.on('message', (order: LoadOrder) => {
  if (order === 'figures') process.send?.(figures())
  else
    openAll(order).then(
      () => process.send?.('opened'),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
})
