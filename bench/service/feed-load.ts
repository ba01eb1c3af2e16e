/**
 * The load generator of the feed's bench: thousands of widgets in one process. Each opens the feed with its
 * cookie, subscribes, and counts frames; a sample of them is parsed to measure the age of quotes.
 */
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { clientFrame, FrameReader, opcodes } from './feed-frames.ts'

/** Commands of the parent. `open`: clients, one per cookie; stalled ones read nothing after subscribing. */
export type LoadCommand =
  | {
      readonly open: readonly string[]
      readonly port: number
      /** Number of listed symbols, and of symbols each client subscribes to. */
      readonly symbols: number
      readonly follows: number
      readonly stalled: boolean
    }
  | 'figures'

export type LoadFigures = {
  readonly open: number
  /** Since the last command `figures`. */
  readonly frames: number
  readonly bytes: number
  /** Milliseconds between the creation and the receipt of a quote, sorted; of a sample. */
  readonly ages: readonly number[]
  /** Share of one core. */
  readonly processor: number
}

/** One frame in this many is parsed. */
const sampleInterval = 20
/** Maximum number of connections being opened at the same time. */
const maxConcurrentOpens = 100

let [openCount, frames, bytes] = [0, 0, 0]
let ages: number[] = []
let intervalStart = { at: performance.now(), processor: process.cpuUsage() }
// Data is processed before the next read: one buffer serves all connections.
const sharedBuffer = Buffer.alloc(256 * 1024)

function readQuotes(payload: Buffer): void {
  const nowMs = Date.now()
  const frame = JSON.parse(payload.toString('utf8')) as { type: string; quotes?: { time: string }[] }
  for (const { time } of frame.quotes ?? []) ages.push(nowMs - Date.parse(time))
}

function onFrame(socket: Socket, opcode: number): ((payload: Buffer) => void) | undefined {
  if (opcode === opcodes.ping)
    return (payload) => void socket.write(clientFrame(opcodes.pong, payload.toString('latin1')))
  if (opcode !== opcodes.text) return undefined
  frames++
  // In random order: a fixed one would favour the first clients.
  return Math.random() * sampleInterval < 1 ? readQuotes : undefined
}

type Widget = { cookie: string; port: number; symbols: readonly string[]; stalled: boolean }

/** Opens one client. Resolves when the upgrade has succeeded and the subscription is sent. */
const openWidget = ({ cookie, port, symbols, stalled }: Widget): Promise<void> =>
  new Promise((resolve, reject) => {
    const reader = new FrameReader()
    let isUpgraded = false
    const onUpgrade = (response: string) => {
      if (!response.startsWith('HTTP/1.1 101')) return reject(new Error(response.split('\r\n')[0]))
      isUpgraded = true
      openCount++
      socket.write(clientFrame(opcodes.text, JSON.stringify({ type: 'subscribe', symbols })))
      resolve()
    }
    const onData = (count: number) => {
      bytes += count
      let offset = 0
      if (!isUpgraded) {
        const response = sharedBuffer.toString('latin1', 0, count)
        onUpgrade(response)
        offset = response.indexOf('\r\n\r\n') + 4
      }
      reader.push(sharedBuffer.subarray(offset, count), (opcode) => onFrame(socket, opcode))
      return !stalled
    }
    const socket = connect(
      { port, host: '127.0.0.1', onread: { buffer: sharedBuffer, callback: onData } },
      () => {
        const key = 'AQIDBAUGBwgJCgsMDQ4PEC=='
        socket.write(
          `GET /feed?instance=i HTTP/1.1\r\nHost: localhost:${port}\r\nOrigin: http://localhost:${port}\r\nCookie: ${cookie}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
        )
      },
    )
    socket.on('error', reject)
    socket.on('close', () => {
      if (isUpgraded) openCount--
    })
  })

/** Random distinct symbols. */
function randomSymbols(symbolCount: number, count: number): string[] {
  const chosen = new Set<string>()
  while (chosen.size < Math.min(count, symbolCount)) chosen.add(`S${Math.floor(Math.random() * symbolCount)}`)
  return [...chosen]
}

async function openAll({ open: cookies, port, symbols, follows, stalled }: Exclude<LoadCommand, string>) {
  for (let start = 0; start < cookies.length; start += maxConcurrentOpens)
    await Promise.all(
      cookies
        .slice(start, start + maxConcurrentOpens)
        .map((cookie) => openWidget({ cookie, port, stalled, symbols: randomSymbols(symbols, follows) })),
    )
}

function takeFigures(): LoadFigures {
  const { user, system } = process.cpuUsage(intervalStart.processor)
  const processor = (user + system) / 1000 / (performance.now() - intervalStart.at)
  const result = { open: openCount, frames, bytes, ages: ages.toSorted((a, b) => a - b), processor }
  ;[frames, bytes, ages] = [0, 0, []]
  intervalStart = { at: performance.now(), processor: process.cpuUsage() }
  return result
}

process.on('disconnect', () => process.exit())
process.on('message', (command: LoadCommand) => {
  if (command === 'figures') process.send?.(takeFigures())
  else
    openAll(command).then(
      () => process.send?.('opened'),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
})
