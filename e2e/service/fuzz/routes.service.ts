/**
 * Fuzzes every route, header, cookie and body with valid and invalid values: every request gets a response, which is no
 * 5xx and reveals no internals. A request that violates this is printed with its seed.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chainPath } from '#contract/api/paths.ts'
import { problemCodes } from '#contract/api/problem.ts'
import { accessRoutes } from '#contract/api/routes.ts'
import { issueSubscriptionKey } from '../kit/account.ts'
import { lookUp, openSession } from '../kit/calls.ts'
import type { ServiceProcess } from '../kit/process.ts'
import { startServiceSite } from '../kit/site.ts'
import type { ServiceSite } from '../kit/site.ts'
import { findInternals } from './internals.ts'
import { operationsOf } from './operations.ts'
import type { OpenApi, Operation } from './operations.ts'
import type { ValidCredentials } from './headers.ts'
import { requestTo, strayRequest, upgradeRequest } from './requests.ts'
import type { FuzzRequest } from './requests.ts'
import { createFuzzClient, sendText } from './fuzz-client.ts'
import type { FuzzResponse } from './fuzz-client.ts'

/** Number of requests that are sent concurrently. */
const batchSize = 50
const batches = Number(process.env['FUZZ_BATCHES'] ?? 2000)
/** Random seed. The seed of a failed run reproduces its requests. */
const seed = Number(process.env['FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 30))

let site: ServiceSite
let service: ServiceProcess
let valid: ValidCredentials
let validWithSpareSessions: ValidCredentials
let operations: Operation[]

async function legacyToken({ clientId, clientSecret }: { clientId: string; clientSecret: string }) {
  const response = await fetch(`${service.url}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    }),
  })
  return ((await response.json()) as { access_token: string }).access_token
}

beforeAll(async () => {
  site = await startServiceSite('embedded')
  service = site.nodes()[0]!
  if (!(await fetch(`${service.url}/widgetLoader`)).ok)
    throw new Error('the widget is not built: npm run build')
  const demo = site.credentials
  const issued = await issueSubscriptionKey(site, '--rate', '1000000')
  // Several users and clients, since each has its own rate limit.
  const openSessions = (name: string) =>
    Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        openSession(service.url, demo, { userId: `${name}-${index}` }),
      ),
    )
  const clients = await Promise.all(
    Array.from({ length: 3 }, () =>
      site.admin<{ clientId: string; clientSecret: string }>('key', 'issue', site.partnerId, 'client'),
    ),
  )
  valid = {
    ...demo,
    subscriptionKey: issued.subscriptionKey,
    legacyTokens: await Promise.all(clients.map(legacyToken)),
    sessions: await openSessions('good'),
    origin: service.url,
  }
  validWithSpareSessions = { ...valid, sessions: await openSessions('spare') }
  const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as OpenApi
  const chain = await lookUp(service.url, chainPath.replace('{symbol}', 'AAPL'), {
    key: issued.subscriptionKey,
  })
  const contract = /[A-Z]+\d{6}C\d{8}/.exec(await chain.text())![0]
  operations = operationsOf(document, { contract })
})
afterAll(() => site?.close())

/** The violation in a response, if any. */
function violationIn({ status, headers, text }: FuzzResponse, request: FuzzRequest): string | undefined {
  if (status >= 500) return `${status} ${text.slice(0, 300)}`
  if (status < 400 || request.method === 'HEAD') return undefined
  // The documentation's 404 page may contain text that `findInternals` matches: it links to pages for operators.
  if (request.target.startsWith('/docs') && String(headers['content-type']).startsWith('text/html'))
    return undefined
  const internals = findInternals(text, JSON.stringify(request) + decodeURIComponentOrSame(request.target))
  if (internals !== undefined)
    return `the response reveals ${JSON.stringify(internals)}: ${text.slice(0, 300)}`
  if (!String(headers['content-type'] ?? '').startsWith('application/problem+json')) return undefined
  const { type, code } = JSON.parse(text) as { type: string; code: (typeof problemCodes)[number] }
  // The only problem without a code (`longPathResponse`).
  if (status === 414 && type === 'about:blank') return undefined
  return problemCodes.includes(code) ? undefined : `the response has the unknown code ${code}`
}

function decodeURIComponentOrSame(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Whether requests may end their session. Such requests use separate sessions. */
const mayEndSession = ({ path }: Operation) =>
  path === accessRoutes.endSession.path || path === accessRoutes.setCookie.path

test(
  `responds to ${batches * batchSize} requests to every route without a 5xx, a hang or internal details`,
  async () => {
    const client = createFuzzClient(service.port)
    const succeeded = new Set<string>()
    const statuses = new Map<number, number>()
    const anyRequest = fc.oneof(
      {
        weight: 8,
        arbitrary: fc.oneof(
          ...operations.map((operation) =>
            requestTo(operation, mayEndSession(operation) ? validWithSpareSessions : valid),
          ),
        ),
      },
      { weight: 1, arbitrary: strayRequest(valid) },
      { weight: 1, arbitrary: upgradeRequest(valid) },
    )
    const sendAndCheck = async (request: FuzzRequest) => {
      const response = await client.send(request).catch((error: unknown) => String(error))
      const violation = typeof response === 'string' ? response : violationIn(response, request)
      if (violation !== undefined)
        throw new Error(
          `${violation}\nin the response to ${JSON.stringify(request).slice(0, 2000)} (FUZZ_SEED=${seed})`,
        )
      if (typeof response === 'string') return
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
      if (response.status === 200) {
        const [path] = request.target.split('?')
        const matchingOperation = operations.find(
          (operation) =>
            operation.method === request.method &&
            new RegExp(`^${operation.path.replaceAll('{symbol}', '[^/]+')}$`).test(path!),
        )
        if (matchingOperation) succeeded.add(`${matchingOperation.method} ${matchingOperation.path}`)
      }
    }
    for (let batch = 0; batch < batches; batch++)
      await Promise.all(fc.sample(anyRequest, { numRuns: batchSize, seed: seed + batch }).map(sendAndCheck))
    client.close()
    console.info(`responses by status: ${JSON.stringify(Object.fromEntries(statuses))}`)
    const share = (status: number) => (statuses.get(status) ?? 0) / (batches * batchSize)
    expect(share(429), 'share of rate-limited requests, which test nothing').toBeLessThan(0.05)
    expect(share(101), 'share of accepted upgrades').toBeGreaterThan(0)
    // Requests also pass authentication: every lookup has succeeded at least once. The record of a new service has no night.
    const lookUps = operations
      .filter(({ method, path }) => method === 'GET' && !path.includes('{night}'))
      .map(({ path }) => `GET ${path}`)
    expect([...succeeded].toSorted()).toEqual(expect.arrayContaining(lookUps))
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200)
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200)
  },
  30 * 60_000,
)

test(
  'refuses or disconnects clients that send invalid HTTP, and keeps running',
  async () => {
    const requestLine = fc.oneof(
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
      .tuple(requestLine, fc.array(header, { maxLength: 6 }), fc.string({ unit: 'binary', maxLength: 100 }))
      .map(([first, headers, body]) => `${[first, ...headers].join('\r\n')}\r\n\r\n${body}`)
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 20, maxLength: 20 }), async (texts) => {
        const responses = await Promise.all(texts.map((text) => sendText(service.port, text)))
        for (const [index, response] of responses.entries()) {
          if (/^HTTP\/1\.1 5/m.test(response) && !/^HTTP\/1\.1 50[15]/m.test(response))
            throw new Error(`5xx: ${response.slice(0, 300)}`)
          const internals = findInternals(response.startsWith('HTTP/1.1 4') ? response : '', texts[index]!)
          if (internals !== undefined)
            throw new Error(`the response reveals ${internals}: ${response.slice(0, 300)}`)
        }
      }),
      { numRuns: Math.max(10, batches / 20) },
    )
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200)
  },
  10 * 60_000,
)
