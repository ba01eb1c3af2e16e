/**
 * Capacity of a node, a core and a gigabyte, on Postgres and Redis:
 * `node bench/service/capacity.ts`. The nodes, the databases and the load generator share this
 * machine, so the relevant figure is the node's CPU time per request. The requests per second show
 * how 1, 2 and 4 nodes share the machine. docs/operating.md ("Capacity") has the figures.
 */
import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { dataPaths } from '#contract/api/paths.ts'
import { openTestCluster } from './nodes.ts'
import type { Node, TestCluster } from './nodes.ts'
import { runLoad } from './wrk.ts'

/** Duration of each measurement under load. */
const loadSeconds = 4
const sessionCount = 2000
const feedCount = 1000
const symbolsPerFeed = 20
const positionCount = 400
const origin = 'https://capacity.example'

/** Secrets of two issued keys: of a widget, and of the data API. */
type Keys = { readonly apiKey: string; readonly subscriptionKey: string }

const printRow = (label: string, ...columns: string[]) =>
  console.log(`${label.padEnd(34)}${columns.map((cell) => cell.padStart(16)).join('')}`)
/** CPU time of a node so far, seconds. */
const cpuOf = (node: Node) => node.metric('process_cpu_seconds_total')
/** Resident memory of a node, bytes. */
const memoryOf = (node: Node) => node.metric('process_resident_memory_bytes')

/** Runs a command of the operator's command line and returns its JSON output. */
function runAdmin({ environment }: TestCluster, ...args: string[]): unknown {
  const output = execFileSync(process.execPath, ['service/admin.ts', ...args, '--json'], {
    cwd: new URL('../..', import.meta.url).pathname,
    env: { ...process.env, ...environment },
  })
  return JSON.parse(output.toString('utf8')) as unknown
}

/** Issues keys without an effective rate limit. */
function makeKeys(cluster: TestCluster): Keys {
  const { id } = runAdmin(cluster, 'partner', 'add', 'Capacity') as { id: string }
  runAdmin(cluster, 'domain', 'add', id, origin)
  const { apiKey } = runAdmin(cluster, 'key', 'issue', id, 'widget') as Keys
  const { subscriptionKey } = runAdmin(
    cluster,
    'key',
    'issue',
    id,
    'subscription',
    '--rate',
    '1000000',
  ) as Keys
  return { apiKey, subscriptionKey }
}

/** Measures all nodes under load at the same time, each with its own load generator. */
async function measureUnderLoad(
  nodes: readonly Node[],
  headers: Record<string, string>,
  paths: readonly string[],
) {
  const cpuBefore = await Promise.all(nodes.map(cpuOf))
  const results = await Promise.all(
    nodes.map(({ port }) => runLoad({ port, headers, paths, status: 200, seconds: loadSeconds })),
  )
  const cpuAfter = await Promise.all(nodes.map(cpuOf))
  const perSecond = results.reduce((sum, result) => sum + result.perSecond, 0)
  const cpuSeconds = cpuAfter.reduce((sum, cpu, index) => sum + cpu - cpuBefore[index]!, 0)
  return {
    perSecond,
    cpuMicros: (cpuSeconds * 1e6) / (perSecond * loadSeconds),
    p99: Math.max(...results.map(({ p99 }) => p99)),
  }
}

/** Measures 1, 2 and 4 nodes under load. Adds the nodes that it starts to `nodes`. */
async function measureLookups(cluster: TestCluster, { subscriptionKey }: Keys, nodes: Node[]): Promise<void> {
  const headers = { 'Op-Subscription-Key': subscriptionKey }
  const symbols = await symbolsOf(nodes[0]!, headers)
  const rows = {
    ideas: [dataPaths.tradeIdeas],
    why: symbols.slice(0, 100).map((symbol) => dataPaths.why.replace('{symbol}', symbol)),
  }
  printRow('look-ups by key', 'nodes', 'a second', 'p99 ms', 'µs of CPU each')
  for (const count of [1, 2, 4]) {
    while (nodes.length < count) nodes.push(await cluster.startNode())
    for (const [label, paths] of Object.entries(rows)) {
      // Warms up: one-time work must not be measured.
      for (const { url } of nodes)
        for (const path of paths) await (await fetch(url + path, { headers })).arrayBuffer()
      const { perSecond, cpuMicros, p99 } = await measureUnderLoad(nodes, headers, paths)
      printRow(label, String(count), perSecond.toFixed(0), p99.toFixed(1), cpuMicros.toFixed(0))
    }
  }
}

/** Symbols of the current ideas. */
async function symbolsOf(node: Node, headers: Record<string, string>): Promise<string[]> {
  const response = await fetch(node.url + dataPaths.tradeIdeas, { headers })
  const { tradeIdeas } = (await response.json()) as { tradeIdeas: { symbol: string }[] }
  return [...new Set(tradeIdeas.map(({ symbol }) => symbol))]
}

/**
 * Opens a session like a widget and returns its cookie. `index` determines the user, the address
 * and the instance.
 */
async function openSession({ url }: Node, { apiKey }: Keys, index: number): Promise<string> {
  const address = `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`
  const headers = { 'Content-Type': 'application/json', Origin: url, 'X-Forwarded-For': address }
  const post = (path: string, body: object, moreHeaders = {}) =>
    fetch(url + path, { method: 'POST', headers: { ...headers, ...moreHeaders }, body: JSON.stringify(body) })
  const { access_token: token } = (await (await post('/Token', { apiKey, userId: `u-${index}` })).json()) as {
    access_token: string
  }
  const instance = `instance-${index}`
  const response = await post('/setCookie', { origin, instance }, { Authorization: `Bearer ${token}` })
  const cookie = response.headers.get('set-cookie')?.split(';')[0]
  if (!cookie) throw new Error(`/setCookie set no cookie: ${response.status} ${await response.text()}`)
  return cookie
}

/** Measures disk space and CPU time per session. Returns the cookies of the sessions. */
async function measureSessions(cluster: TestCluster, keys: Keys, node: Node): Promise<string[]> {
  const tableBytes = async () =>
    Number(
      (
        await cluster.query(
          `SELECT pg_total_relation_size('sessions') + pg_total_relation_size('access_tokens') AS bytes`,
        )
      )[0]!['bytes'],
    )
  const [bytesBefore, cpuBefore] = [await tableBytes(), await cpuOf(node)]
  const cookies: string[] = []
  for (let start = 0; start < sessionCount; start += 20)
    cookies.push(
      ...(await Promise.all(
        Array.from({ length: 20 }, (_, offset) => openSession(node, keys, start + offset)),
      )),
    )
  const bytesPerSession = ((await tableBytes()) - bytesBefore) / sessionCount
  printRow('sessions', 'bytes each', 'a GB of disk', 'CPU ms to open')
  printRow(
    '',
    bytesPerSession.toFixed(0),
    (1e9 / bytesPerSession).toFixed(0),
    ((((await cpuOf(node)) - cpuBefore) * 1000) / sessionCount).toFixed(2),
  )
  return cookies
}

/** Symbols of one feed. Different feeds share some symbols. */
const symbolsOfFeed = (symbols: readonly string[], index: number) =>
  Array.from({ length: symbolsPerFeed }, (_, offset) => symbols[(index * 7 + offset) % symbols.length]!)

async function openFeed({ url }: Node, cookie: string, symbols: readonly string[], index: number) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/feed?instance=instance-${index}`, {
    headers: { Cookie: cookie, Origin: url },
  })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  socket.send(JSON.stringify({ type: 'subscribe', symbols }))
  return socket
}

/** Measures CPU time and memory of open feeds. */
async function measureFeeds(
  node: Node,
  cookies: readonly string[],
  symbols: readonly string[],
): Promise<void> {
  const memoryBefore = await memoryOf(node)
  const sockets: WebSocket[] = []
  for (let start = 0; start < feedCount; start += 50)
    sockets.push(
      ...(await Promise.all(
        cookies
          .slice(start, start + 50)
          .map((cookie, offset) =>
            openFeed(node, cookie, symbolsOfFeed(symbols, start + offset), start + offset),
          ),
      )),
    )
  await wait(5000)
  const [cpuBefore, framesBefore] = [await cpuOf(node), await node.metric('service_feed_frames_total')]
  await wait(10_000)
  const coreShare = ((await cpuOf(node)) - cpuBefore) / 10
  const framesPerSecond = ((await node.metric('service_feed_frames_total')) - framesBefore) / 10
  printRow('feeds', 'open', 'frames a second', 'of a core', 'a core', 'KB each')
  const kilobytes = ((await memoryOf(node)) - memoryBefore) / feedCount / 1000
  printRow(
    '',
    String(feedCount),
    framesPerSecond.toFixed(0),
    coreShare.toFixed(2),
    (feedCount / coreShare).toFixed(0),
    kilobytes.toFixed(0),
  )
  for (const socket of sockets) socket.terminate()
}

/** Measures the CPU time of uncached positions on cached chains. */
async function measurePositions(
  node: Node,
  { subscriptionKey }: Keys,
  symbols: readonly string[],
): Promise<void> {
  const headers = { 'Op-Subscription-Key': subscriptionKey }
  const pathOf = (index: number) =>
    `${dataPaths.income.replace('{symbol}', symbols[index % 5]!)}?stockQuantity=${100 * (1 + index)}`
  for (let index = 0; index < 5; index++)
    await (await fetch(node.url + pathOf(index), { headers })).arrayBuffer()
  const cpuBefore = await cpuOf(node)
  for (let index = 5; index < 5 + positionCount; index++) {
    const response = await fetch(node.url + pathOf(index), { headers })
    if (!response.ok)
      throw new Error(`${pathOf(index)} returned ${response.status}: ${await response.text()}`)
    await response.arrayBuffer()
  }
  const msPerPosition = (((await cpuOf(node)) - cpuBefore) * 1000) / positionCount
  printRow('new positions', 'CPU ms each', 'a core a second')
  printRow('', msPerPosition.toFixed(2), (1000 / msPerPosition).toFixed(0))
}

const cluster = await openTestCluster()
const nodes: Node[] = []
try {
  nodes.push(await cluster.startNode())
  const keys = makeKeys(cluster)
  console.log(`${availableParallelism()} cores, shared by nodes, databases and load\n`)
  const symbols = await symbolsOf(nodes[0]!, { 'Op-Subscription-Key': keys.subscriptionKey })
  await measurePositions(nodes[0]!, keys, symbols)
  const cookies = await measureSessions(cluster, keys, nodes[0]!)
  await measureFeeds(nodes[0]!, cookies, symbols)
  await measureLookups(cluster, keys, nodes)
} finally {
  await Promise.all(nodes.map((node) => node.stop()))
  await cluster.close()
}
