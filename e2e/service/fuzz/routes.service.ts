/**
 * Fuzzes every route, header, cookie and body with valid and invalid values: no response is a
 * 5xx, reveals internals or is missing. A request that violates this is printed with its seed.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chainPath } from '#contract/api/paths.ts'
import { problemCodes } from '#contract/api/problem.ts'
import { accessRoutes } from '#contract/api/routes.ts'
import { lookUp, openSession } from '../kit/calls.ts'
import type { ServiceProcess } from '../kit/process.ts'
import { startServiceSite } from '../kit/site.ts'
import type { ServiceSite } from '../kit/site.ts'
import { internalsIn } from './internals.ts'
import { operationsOf } from './operations.ts'
import type { OpenApi, Operation } from './operations.ts'
import type { GoodCredentials } from './headers.ts'
import { requestTo, strayRequest, upgradeRequest } from './requests.ts'
import type { FuzzRequest } from './requests.ts'
import { createWire, sendText } from './wire.ts'
import type { FuzzAnswer } from './wire.ts'

/** Requests sent together, over as many connections as the wire keeps. */
const batchSize = 50
const batches = Number(process.env['FUZZ_BATCHES'] ?? 2000)
/** Random seed. The seed of a failed run reproduces its requests. */
const seed = Number(process.env['FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 30))

let site: ServiceSite
let service: ServiceProcess
let good: GoodCredentials
let spare: GoodCredentials
let operations: Operation[]

async function legacyToken({ clientId, clientSecret }: { clientId: string; clientSecret: string }) {
  const answer = await fetch(`${service.url}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    }),
  })
  return ((await answer.json()) as { access_token: string }).access_token
}

beforeAll(async () => {
  site = await startServiceSite('embedded')
  service = site.nodes()[0]!
  if (!(await fetch(`${service.url}/widgetLoader`)).ok)
    throw new Error('the widget is not built: npm run build')
  const demo = site.credentials
  const issued = await site.admin<{ subscriptionKey: string }>(
    'key',
    'issue',
    site.partnerId,
    'subscription',
    '--rate',
    '1000000',
  )
  // Each user and each client has a separate limit.
  const openSome = (name: string) =>
    Promise.all(
      Array.from({ length: 20 }, (_, at) => openSession(service.url, demo, { userId: `${name}-${at}` })),
    )
  const clients = await Promise.all(
    Array.from({ length: 3 }, () =>
      site.admin<{ clientId: string; clientSecret: string }>('key', 'issue', site.partnerId, 'client'),
    ),
  )
  good = {
    ...demo,
    subscriptionKey: issued.subscriptionKey,
    legacyTokens: await Promise.all(clients.map(legacyToken)),
    sessions: await openSome('good'),
    origin: service.url,
  }
  spare = { ...good, sessions: await openSome('spare') }
  const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as OpenApi
  const chain = await lookUp(service.url, chainPath.replace('{symbol}', 'AAPL'), {
    key: issued.subscriptionKey,
  })
  const contract = /[A-Z]+\d{6}C\d{8}/.exec(await chain.text())![0]
  operations = operationsOf(document, { contract })
})
afterAll(() => site?.close())

/** Violations in a response; undefined if it is fine. */
function wrongWith({ status, headers, text }: FuzzAnswer, request: FuzzRequest): string | undefined {
  if (status >= 500) return `${status} ${text.slice(0, 300)}`
  if (status < 400 || request.method === 'HEAD') return undefined
  // The documentation's page for unknown addresses contains operators' terms.
  if (request.target.startsWith('/docs') && String(headers['content-type']).startsWith('text/html'))
    return undefined
  const inside = internalsIn(text, JSON.stringify(request) + decodeURIComponentOrSame(request.target))
  if (inside !== undefined) return `tells of ${JSON.stringify(inside)}: ${text.slice(0, 300)}`
  if (!String(headers['content-type'] ?? '').startsWith('application/problem+json')) return undefined
  const { code } = JSON.parse(text) as { code: (typeof problemCodes)[number] }
  return problemCodes.includes(code) ? undefined : `an unknown code ${code}`
}

function decodeURIComponentOrSame(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Whether the request may end its session; such requests use a separate session. */
const ends = ({ path }: Operation) =>
  path === accessRoutes.endSession.path || path === accessRoutes.setCookie.path

test(
  `answers ${batches * batchSize} requests to every route without a 5xx, a hang or internal details`,
  async () => {
    const wire = createWire(service.port)
    const succeeded = new Set<string>()
    const statuses = new Map<number, number>()
    const one = fc.oneof(
      {
        weight: 8,
        arbitrary: fc.oneof(
          ...operations.map((operation) => requestTo(operation, ends(operation) ? spare : good)),
        ),
      },
      { weight: 1, arbitrary: strayRequest(good) },
      { weight: 1, arbitrary: upgradeRequest(good) },
    )
    const ask = async (request: FuzzRequest) => {
      const answer = await wire.send(request).catch((error: unknown) => String(error))
      const wrong = typeof answer === 'string' ? answer : wrongWith(answer, request)
      if (wrong !== undefined)
        throw new Error(
          `${wrong}\nin answer to ${JSON.stringify(request).slice(0, 2000)} (FUZZ_SEED=${seed})`,
        )
      if (typeof answer === 'string') return
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      if (answer.status === 200) {
        const [path] = request.target.split('?')
        const hit = operations.find(
          (operation) =>
            operation.method === request.method &&
            new RegExp(`^${operation.path.replaceAll('{symbol}', '[^/]+')}$`).test(path!),
        )
        if (hit) succeeded.add(`${hit.method} ${hit.path}`)
      }
    }
    for (let batch = 0; batch < batches; batch++)
      await Promise.all(fc.sample(one, { numRuns: batchSize, seed: seed + batch }).map(ask))
    wire.close()
    console.info(`answered: ${JSON.stringify(Object.fromEntries(statuses))}`)
    const share = (status: number) => (statuses.get(status) ?? 0) / (batches * batchSize)
    expect(share(429), 'refused for its number, which proves nothing').toBeLessThan(0.05)
    expect(share(101), 'upgrades').toBeGreaterThan(0)
    // Some requests passed authentication: every lookup was answered as well.
    const lookUps = operations.filter(({ method }) => method === 'GET').map(({ path }) => `GET ${path}`)
    expect([...succeeded].toSorted()).toEqual(expect.arrayContaining(lookUps))
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200)
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200)
  },
  30 * 60_000,
)

test(
  'refuses or disconnects clients that do not speak HTTP, and keeps running',
  async () => {
    const line = fc.oneof(
      fc.constantFrom(
        'GET / HTTP/1.1',
        'GET  / HTTP/9.9',
        'GET http://evil.example/ HTTP/1.1',
        'CONNECT a:1 HTTP/1.1',
      ),
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.constant(`GET /${'a'.repeat(100_000)} HTTP/1.1`),
    )
    const header = fc.oneof(
      fc.constantFrom(
        'Host: a',
        'Host: a\r\nHost: b',
        'Content-Length: -1',
        'Content-Length: 5\r\nContent-Length: 6',
      ),
      fc.constantFrom(
        'Transfer-Encoding: chunked\r\nContent-Length: 3',
        'Transfer-Encoding: xchunked',
        'A\x00B: c',
        ': d',
      ),
      fc.constantFrom(
        'Connection: Upgrade\r\nUpgrade: websocket',
        'Expect: 100-continue',
        'Upgrade: h2c',
        `Cookie: ${'c'.repeat(20_000)}`,
      ),
      fc.string({ unit: 'binary', maxLength: 60 }),
    )
    const text = fc
      .tuple(line, fc.array(header, { maxLength: 6 }), fc.string({ unit: 'binary', maxLength: 100 }))
      .map(([first, headers, body]) => `${[first, ...headers].join('\r\n')}\r\n\r\n${body}`)
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 20, maxLength: 20 }), async (texts) => {
        const answers = await Promise.all(texts.map((one) => sendText(service.port, one)))
        for (const [at, answer] of answers.entries()) {
          if (/^HTTP\/1\.1 5/m.test(answer) && !/^HTTP\/1\.1 50[15]/m.test(answer))
            throw new Error(`5xx: ${answer.slice(0, 300)}`)
          const inside = internalsIn(answer.startsWith('HTTP/1.1 4') ? answer : '', texts[at]!)
          if (inside !== undefined) throw new Error(`tells of ${inside}: ${answer.slice(0, 300)}`)
        }
      }),
      { numRuns: Math.max(10, batches / 20) },
    )
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200)
  },
  10 * 60_000,
)
