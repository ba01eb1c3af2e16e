/**
 * A reverse proxy before the service, for both embeds alike: it serves the bare embed's two files at the
 * service's address, forwards everything else, and records requests.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createSecureServer } from 'node:http2'
import { createServer as createTlsServer } from 'node:https'
import { connect, type AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeAuthority } from '#service/server/http/certificates.fixture.ts'
import type { Over } from './over.ts'
import { barePath, bareScript } from '#bench/embed/bare.ts'
import type { FeedStandIn } from '#bench/embed/feed-stand-in.ts'

/** One request as the front has seen it. */
export type LoggedRequest = {
  path: string
  status: number
  /** Of the answer, without its parameters. */
  type: string
  /** When it came, milliseconds of the epoch. */
  at: number
}

export type Front = {
  port: number
  /** Requests since the last call. */
  take: () => LoggedRequest[]
  /** From now on the feed is this one's. */
  standIn: (feed: FeedStandIn) => void
  stop: () => void
}

const fileOf = (name: string) => readFileSync(new URL(`../bare/${name}`, import.meta.url))

/** Path → its type and content. */
const bareFiles = new Map([
  [barePath, { type: 'text/html', body: fileOf('frame.html') }],
  [bareScript, { type: 'text/javascript', body: fileOf('frame.js') }],
])

/** What HTTP/2 has no words for, or writes elsewhere. */
const notOverHttp2 = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade'])
const fieldsOf = (headers: IncomingHttpHeaders, isWanted: (name: string) => boolean) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => isWanted(name)))

function makeServer(over: Over, listener: RequestListener): Server {
  if (over === 'plain') return createServer(listener)
  const folder = mkdtempSync(join(tmpdir(), 'bench-embed-'))
  const { certificate, key } = makeAuthority(folder).issue('widget.localhost')
  const pair = { cert: readFileSync(certificate), key: readFileSync(key) }
  rmSync(folder, { recursive: true })
  if (over === 'h1') return createTlsServer(pair, listener)
  const server = createSecureServer({ ...pair, allowHTTP1: true }) as unknown as Server
  server.on('request', listener)
  return server
}

export async function serveFront(service: number, over: Over = 'plain'): Promise<Front> {
  const agent = new Agent({ keepAlive: true })
  let asked: LoggedRequest[] = []
  let feed: FeedStandIn | undefined

  function note({ url = '/' }: IncomingMessage): LoggedRequest {
    const path = url.split('?')[0]!
    const noted = { path, status: 200, type: '', at: performance.timeOrigin + performance.now() }
    asked.push(noted)
    return noted
  }

  function pass(question: IncomingMessage, answer: ServerResponse, noted: LoggedRequest): void {
    const { method, url: path } = question
    const host = question.headers.host ?? (question.headers[':authority'] as string)
    const headers = { ...fieldsOf(question.headers, (name) => !name.startsWith(':')), host }
    const onward = request({ host: '127.0.0.1', port: service, method, path, headers, agent }, (answered) => {
      noted.status = answered.statusCode ?? 0
      noted.type = (answered.headers['content-type'] ?? '').split(';')[0]!
      const isHttp2 = question.httpVersionMajor === 2
      answer.writeHead(
        noted.status,
        fieldsOf(answered.headers, (name) => !isHttp2 || !notOverHttp2.has(name)),
      )
      answered.pipe(answer)
    })
    onward.on('error', () => answer.destroy())
    answer.on('close', () => onward.destroy())
    question.pipe(onward)
  }

  const server = makeServer(over, (question, answer) => {
    const noted = note(question)
    const file = bareFiles.get(noted.path)
    if (!file) return pass(question, answer, noted)
    noted.type = file.type
    answer.writeHead(200, {
      'Content-Type': `${file.type}; charset=utf-8`,
      'Content-Length': file.body.length,
    })
    answer.end(file.body)
  })
  server.on('upgrade', (question: IncomingMessage, client: Duplex, head: Buffer) => {
    note(question)
    if (feed) feed.take(question, client, head)
    else passSocket(service, question, client, head)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    take() {
      const taken = asked
      asked = []
      return taken
    },
    standIn: (stand) => (feed = stand),
    stop() {
      feed?.stop()
      server.close()
      server.closeAllConnections?.()
      agent.destroy()
    },
  }
}

/** Joins a socket that asks for an upgrade with one to the service. */
function passSocket(service: number, question: IncomingMessage, client: Duplex, head: Buffer): void {
  const onward = connect(service, '127.0.0.1', () => {
    const { method, url, rawHeaders } = question
    const fields = rawHeaders.map((part, at) => (at % 2 ? `${part}\r\n` : `${part}: `)).join('')
    onward.write(`${method} ${url} HTTP/1.1\r\n${fields}\r\n`)
    onward.write(head)
    onward.pipe(client)
    client.pipe(onward)
  })
  const ends: readonly (readonly [Duplex, Duplex])[] = [
    [onward, client],
    [client, onward],
  ]
  for (const [one, other] of ends) {
    one.on('error', () => other.destroy())
    one.on('close', () => other.destroy())
  }
}
