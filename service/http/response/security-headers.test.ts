/** Statements of docs/security.md about response headers. */
import { beforeEach, expect, test } from 'vitest'
import { dataPath, makeTestService, widgetOrigin } from '#service/testing/test-service.ts'
import type { TestService } from '#service/testing/test-service.ts'
import { createApp } from '#service/http/app.ts'
import type { App } from '#service/http/app.ts'
import { noFiles } from '#service/http/documents/site-files.ts'
import type { StaticFile } from '#service/http/documents/site-files.ts'

const file = (text: string): StaticFile => ({
  bytes: new TextEncoder().encode(text),
  type: 'text/javascript; charset=utf-8',
  etag: '"x"',
})
let testService: TestService
let app: App
beforeEach(async () => {
  testService = await makeTestService()
  app = createApp(testService.service, {
    ...noFiles,
    loader: file('var serviceWidgetLoader={}'),
    frame: '<!doctype html><html><head></head><body><div id="root" hidden></div></body></html>',
  })
})
const get = (path: string, headers: Record<string, string> = {}) =>
  app.fetch(new Request(new URL(path, widgetOrigin), { headers }))

test('statement 1: the loader is a script for every page, sets no cookie, and contains no account data', async () => {
  const response = await get('/widgetLoader', { Cookie: '__Host-sw-i=x', 'Op-Subscription-Key': 'x' })
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
  })
  expect(response.headers.getSetCookie()).toEqual([])
  const text = await response.text()
  for (const secret of Object.values(testService.demo)) expect(text).not.toContain(secret)
})

test('statement 26: responses with a token are never cached', async () => {
  const token = await testService.post('/Token', { apiKey: testService.demo.apiKey, userId: 'user-1' })
  const auth = await testService.form('/Auth', {
    apikey: testService.demo.apiKey,
    secretKey: testService.demo.secretKey,
  })
  const { clientId, clientSecret } = testService.demo
  const legacy = await testService.form('/token', {
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  })
  for (const response of [token, auth, legacy]) {
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toContain('no-store')
    expect(response.headers.get('etag')).toBeNull()
  }
  expect(JSON.stringify(testService.logged)).not.toContain(await auth.text())
})

test('statement 53: the frame’s document only runs its own scripts and connects to its own origin', async () => {
  const policyOf = async () => (await get('/widget')).headers.get('content-security-policy')!
  const policy = await policyOf()
  const { host } = new URL(widgetOrigin)
  expect(policy.replace(/'nonce-[\w+/=]{20,}'/, "'nonce-…'").split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self' 'nonce-…' 'strict-dynamic'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ws://${host} wss://${host}`,
    "base-uri 'none'",
    "form-action 'none'",
    "object-src 'none'",
    'frame-ancestors https: http://localhost:* http://127.0.0.1:* http://*.localhost:*',
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    'report-to csp',
  ])
  expect(await policyOf(), 'a nonce is used once').not.toBe(policy)
})

test('statement 55: no referrer, sensors or MIME sniffing; embeddable in a cross-origin isolated page', async () => {
  const { headers } = await get('/widget')
  const {
    'content-length': _length,
    'content-security-policy': _policy,
    'x-request-id': _requestId,
    ...fields
  } = Object.fromEntries(headers)
  expect(fields).toEqual({
    'cache-control': 'private, no-store',
    'content-type': 'text/html; charset=utf-8',
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-resource-policy': 'cross-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy':
      'accelerometer=(), autoplay=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=(), xr-spatial-tracking=()',
    'referrer-policy': 'no-referrer',
    'reporting-endpoints': 'csp="/policy-reports"',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    vary: 'Sec-Fetch-Dest, Cookie',
    'x-content-type-options': 'nosniff',
  })
})

test('statement 55: the document asks for a separate process only where that does not delay it', async () => {
  const clusterOf = async (destination: string) =>
    (await get('/widget?toplevel=1', { 'Sec-Fetch-Dest': destination })).headers.get('origin-agent-cluster')
  expect([await clusterOf('iframe'), await clusterOf('document')]).toEqual([null, '?1'])
})

test('statements 49 and 55: a response of the data API is readable by its own origin only and displays nothing', async () => {
  const { headers } = await testService.get(`${dataPath}/tone`, {
    'Op-Subscription-Key': testService.demo.subscriptionKey,
  })
  const names = ['content-security-policy', 'cross-origin-resource-policy', 'x-content-type-options']
  expect(names.map((name) => headers.get(name))).toEqual([
    "default-src 'none'; frame-ancestors 'none'",
    'same-origin',
    'nosniff',
  ])
  expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
})
