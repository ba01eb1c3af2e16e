/**
 * Capacity of a node, a core and a gigabyte, on Postgres and Redis: `node bench/service/capacity.ts`. The
 * nodes, the databases and the load share this machine, so the relevant figure is processor time per request
 * in the node; requests a second show how 1, 2 and 4 nodes share the machine. docs/operating.md ("Capacity")
 * has the figures.
 */
import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { dataPaths } from '#contract/api/paths.ts'
import { openGround } from './nodes.ts'
import type { Ground, Node } from './nodes.ts'
import { load } from './wrk.ts'

const seconds = 4
const sessionCount = 2000
const feedCount = 1000
const followed = 20
const positions = 400
const origin = 'https://capacity.example'

type Keys = { readonly apiKey: string; readonly subscriptionKey: string }

const line = (what: string, ...columns: string[]) =>
  console.log(`${what.padEnd(34)}${columns.map((one) => one.padStart(16)).join('')}`)
const cpuOf = (node: Node) => node.metric('process_cpu_seconds_total')
const memoryOf = (node: Node) => node.metric('process_resident_memory_bytes')

function admin({ variables }: Ground, ...words: string[]): unknown {
  const out = execFileSync(process.execPath, ['service/admin.ts', ...words, '--json'], {
    cwd: new URL('../..', import.meta.url).pathname,
    env: { ...process.env, ...variables },
  })
  return JSON.parse(out.toString('utf8')) as unknown
}

/** Keys that meet no limit here. */
function makeKeys(ground: Ground): Keys {
  const { id } = admin(ground, 'partner', 'add', 'Capacity') as { id: string }
  admin(ground, 'domain', 'add', id, origin)
  const { apiKey } = admin(ground, 'key', 'issue', id, 'widget') as Keys
  const { subscriptionKey } = admin(ground, 'key', 'issue', id, 'subscription', '--rate', '1000000') as Keys
  return { apiKey, subscriptionKey }
}

/** Loads all nodes at once, each with its own generator. */
async function underLoad(nodes: readonly Node[], headers: Record<string, string>, paths: readonly string[]) {
  const before = await Promise.all(nodes.map(cpuOf))
  const figures = await Promise.all(
    nodes.map(({ port }) => load({ port, headers, paths, status: 200, seconds })),
  )
  const after = await Promise.all(nodes.map(cpuOf))
  const perSecond = figures.reduce((sum, one) => sum + one.perSecond, 0)
  const cpu = after.reduce((sum, one, at) => sum + one - before[at]!, 0)
  return {
    perSecond,
    cpuMicros: (cpu * 1e6) / (perSecond * seconds),
    p99: Math.max(...figures.map(({ p99 }) => p99)),
  }
}

async function measureLookUps(ground: Ground, { subscriptionKey }: Keys, nodes: Node[]): Promise<void> {
  const headers = { 'Op-Subscription-Key': subscriptionKey }
  const symbols = await symbolsOf(nodes[0]!, headers)
  const rows = {
    ideas: [dataPaths.tradeIdeas],
    why: symbols.slice(0, 100).map((one) => dataPaths.why.replace('{symbol}', one)),
  }
  line('look-ups by key', 'nodes', 'a second', 'p99 ms', 'µs of CPU each')
  for (const count of [1, 2, 4]) {
    while (nodes.length < count) nodes.push(await ground.startNode())
    for (const [what, paths] of Object.entries(rows)) {
      // One-time work is done before the measurement.
      for (const { url } of nodes)
        for (const path of paths) await (await fetch(url + path, { headers })).arrayBuffer()
      const { perSecond, cpuMicros, p99 } = await underLoad(nodes, headers, paths)
      line(what, String(count), perSecond.toFixed(0), p99.toFixed(1), cpuMicros.toFixed(0))
    }
  }
}

async function symbolsOf(node: Node, headers: Record<string, string>): Promise<string[]> {
  const answer = await fetch(node.url + dataPaths.tradeIdeas, { headers })
  const { tradeIdeas } = (await answer.json()) as { tradeIdeas: { symbol: string }[] }
  return [...new Set(tradeIdeas.map(({ symbol }) => symbol))]
}

/** Opens a session as a widget does; its cookie. `turn` is its user, and its address. */
async function openSession({ url }: Node, { apiKey }: Keys, turn: number): Promise<string> {
  const address = `10.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}`
  const headers = { 'Content-Type': 'application/json', Origin: url, 'X-Forwarded-For': address }
  const post = (path: string, body: object, more = {}) =>
    fetch(url + path, { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) })
  const { access_token: token } = (await (await post('/Token', { apiKey, userId: `u-${turn}` })).json()) as {
    access_token: string
  }
  const instance = `instance-${turn}`
  const answer = await post('/setCookie', { origin, instance }, { Authorization: `Bearer ${token}` })
  const cookie = answer.headers.get('set-cookie')?.split(';')[0]
  if (!cookie) throw new Error(`no session: ${answer.status} ${await answer.text()}`)
  return cookie
}

async function measureSessions(ground: Ground, keys: Keys, node: Node): Promise<string[]> {
  const size = async () =>
    Number(
      (
        await ground.rows(
          `SELECT pg_total_relation_size('sessions') + pg_total_relation_size('access_tokens') AS bytes`,
        )
      )[0]!['bytes'],
    )
  const [bytes, cpu] = [await size(), await cpuOf(node)]
  const cookies: string[] = []
  for (let turn = 0; turn < sessionCount; turn += 20)
    cookies.push(
      ...(await Promise.all(Array.from({ length: 20 }, (_, at) => openSession(node, keys, turn + at)))),
    )
  const each = ((await size()) - bytes) / sessionCount
  line('sessions', 'bytes each', 'a GB of disk', 'CPU ms to open')
  line(
    '',
    each.toFixed(0),
    (1e9 / each).toFixed(0),
    ((((await cpuOf(node)) - cpu) * 1000) / sessionCount).toFixed(2),
  )
  return cookies
}

const symbolsOfFeed = (symbols: readonly string[], turn: number) =>
  Array.from({ length: followed }, (_, at) => symbols[(turn * 7 + at) % symbols.length]!)

async function openFeed({ url }: Node, cookie: string, symbols: readonly string[], turn: number) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/feed?instance=instance-${turn}`, {
    headers: { Cookie: cookie, Origin: url },
  })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  socket.send(JSON.stringify({ type: 'subscribe', symbols }))
  return socket
}

async function measureFeeds(
  node: Node,
  cookies: readonly string[],
  symbols: readonly string[],
): Promise<void> {
  const memory = await memoryOf(node)
  const sockets: WebSocket[] = []
  for (let turn = 0; turn < feedCount; turn += 50)
    sockets.push(
      ...(await Promise.all(
        cookies
          .slice(turn, turn + 50)
          .map((cookie, at) => openFeed(node, cookie, symbolsOfFeed(symbols, turn + at), turn + at)),
      )),
    )
  await wait(5000)
  const [cpu, frames] = [await cpuOf(node), await node.metric('service_feed_frames_total')]
  await wait(10_000)
  const share = ((await cpuOf(node)) - cpu) / 10
  const sent = ((await node.metric('service_feed_frames_total')) - frames) / 10
  line('feeds', 'open', 'frames a second', 'of a core', 'a core', 'KB each')
  const kilobytes = ((await memoryOf(node)) - memory) / feedCount / 1000
  line(
    '',
    String(feedCount),
    sent.toFixed(0),
    share.toFixed(2),
    (feedCount / share).toFixed(0),
    kilobytes.toFixed(0),
  )
  for (const socket of sockets) socket.terminate()
}

/** New positions on warm chains. */
async function measurePositions(
  node: Node,
  { subscriptionKey }: Keys,
  symbols: readonly string[],
): Promise<void> {
  const headers = { 'Op-Subscription-Key': subscriptionKey }
  const path = (turn: number) =>
    `${dataPaths.income.replace('{symbol}', symbols[turn % 5]!)}?shares=${100 * (1 + turn)}`
  for (let turn = 0; turn < 5; turn++) await (await fetch(node.url + path(turn), { headers })).arrayBuffer()
  const before = await cpuOf(node)
  for (let turn = 5; turn < 5 + positions; turn++) {
    const answer = await fetch(node.url + path(turn), { headers })
    if (!answer.ok) throw new Error(`income: ${answer.status} ${await answer.text()}`)
    await answer.arrayBuffer()
  }
  const each = (((await cpuOf(node)) - before) * 1000) / positions
  line('new positions', 'CPU ms each', 'a core a second')
  line('', each.toFixed(2), (1000 / each).toFixed(0))
}

const ground = await openGround()
const nodes: Node[] = []
try {
  nodes.push(await ground.startNode())
  const keys = makeKeys(ground)
  console.log(`${availableParallelism()} cores, which nodes, databases and load share\n`)
  const symbols = await symbolsOf(nodes[0]!, { 'Op-Subscription-Key': keys.subscriptionKey })
  await measurePositions(nodes[0]!, keys, symbols)
  const cookies = await measureSessions(ground, keys, nodes[0]!)
  await measureFeeds(nodes[0]!, cookies, symbols)
  await measureLookUps(ground, keys, nodes)
} finally {
  await Promise.all(nodes.map((node) => node.stop()))
  await ground.close()
}
