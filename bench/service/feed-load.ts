/**
 * The load generator of the feed benchmark: thousands of clients in one process. Each client opens
 * the feed with its cookie, subscribes and counts frames. A sample of the frames is parsed to
 * measure the age of quotes.
 */
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { clientFrame, FrameReader, opcodes } from './feed-frames.ts'

/**
 * Commands of the parent: opens one client per cookie, or reports the figures since the last
 * `figures`.
 */
export type LoadCommand =
  | {
      readonly cookies: readonly string[]
      readonly port: number
      /** Number of listed symbols, and of symbols that each client subscribes to. */
      readonly symbolCount: number
      readonly symbolsPerClient: number
      /** Whether the clients read nothing after they subscribe. */
      readonly isStalled: boolean
    }
  | 'figures'

export type LoadFigures = {
  readonly openCount: number
  /** Number of received text frames, and of received bytes. */
  readonly frames: number
  readonly bytes: number
  /** Milliseconds between the creation and the receipt of each quote in the sample, sorted. */
  readonly quoteAgesMs: readonly number[]
  /** Used share of one core; more than 1 if several threads work. */
  readonly cpuShare: number
}

/** On average, one of this many frames is parsed. */
const sampleInterval = 20
/** Maximum number of connections that are opened at the same time. */
const maxConcurrentOpens = 100

let [openCount, frames, bytes] = [0, 0, 0]
let quoteAgesMs: number[] = []
let intervalStart = { timeMs: performance.now(), cpuUsage: process.cpuUsage() }
// All connections share one buffer, because data is processed before the next read.
const sharedBuffer = Buffer.alloc(256 * 1024)

function readQuotes(payload: Buffer): void {
  const nowMs = Date.now()
  const frame = JSON.parse(payload.toString('utf8')) as { type: string; quotes?: { time: string }[] }
  for (const { time } of frame.quotes ?? []) quoteAgesMs.push(nowMs - Date.parse(time))
}

function onFrame(socket: Socket, opcode: number): ((payload: Buffer) => void) | undefined {
  if (opcode === opcodes.ping)
    return (payload) => void socket.write(clientFrame(opcodes.pong, payload.toString('latin1')))
  if (opcode !== opcodes.text) return undefined
  frames++
  // Random, because every flush serves the clients in the same order: a fixed interval would sample the same clients.
  return Math.random() * sampleInterval < 1 ? readQuotes : undefined
}

type Client = { cookie: string; port: number; symbols: readonly string[]; isStalled: boolean }

/** Opens one client. Resolves when the upgrade has succeeded and the subscription is sent. */
const openClient = ({ cookie, port, symbols, isStalled }: Client): Promise<void> =>
  new Promise((resolve, reject) => {
    const reader = new FrameReader()
    let isUpgraded = false
    const onUpgrade = (response: string) => {
      if (!response.startsWith('HTTP/1.1 101'))
        return reject(new Error(`the feed refused the upgrade: ${response.split('\r\n')[0]}`))
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
      // `false` pauses the socket.
      return !isStalled
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

/** `count` distinct random symbols, or all of them if there are fewer. */
function randomSymbols(symbolCount: number, count: number): string[] {
  const symbols = new Set<string>()
  while (symbols.size < Math.min(count, symbolCount))
    symbols.add(`S${Math.floor(Math.random() * symbolCount)}`)
  return [...symbols]
}

async function openAll({
  cookies,
  port,
  symbolCount,
  symbolsPerClient,
  isStalled,
}: Exclude<LoadCommand, string>) {
  for (let start = 0; start < cookies.length; start += maxConcurrentOpens)
    await Promise.all(
      cookies
        .slice(start, start + maxConcurrentOpens)
        .map((cookie) =>
          openClient({ cookie, port, isStalled, symbols: randomSymbols(symbolCount, symbolsPerClient) }),
        ),
    )
}

/** Returns the figures since the last call. */
function takeFigures(): LoadFigures {
  const { user, system } = process.cpuUsage(intervalStart.cpuUsage)
  const figures = {
    openCount,
    frames,
    bytes,
    quoteAgesMs: quoteAgesMs.toSorted((a, b) => a - b),
    cpuShare: (user + system) / 1000 / (performance.now() - intervalStart.timeMs),
  }
  ;[frames, bytes, quoteAgesMs] = [0, 0, []]
  intervalStart = { timeMs: performance.now(), cpuUsage: process.cpuUsage() }
  return figures
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
