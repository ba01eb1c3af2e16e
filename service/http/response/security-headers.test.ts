/** Statements of docs/security.md about response headers. */
import { beforeEach, expect, test } from 'vitest'
import { makeTestService, widgetOrigin } from '#service/testing/test-service.ts'
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
  const policy = (await get('/widget')).headers.get('content-security-policy')!
  for (const directive of [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types sw',
    'report-to csp',
  ])
    expect(policy).toContain(directive)
  expect(policy).toMatch(/script-src 'self' 'nonce-[\w+/=]{20,}' 'strict-dynamic';/)
  expect(policy).not.toContain('unsafe')
  const [first, second] = [await get('/widget'), await get('/widget')]
  expect(first.headers.get('content-security-policy')).not.toBe(second.headers.get('content-security-policy'))
})

test('statement 55: no referrer, sensors or MIME sniffing; embeddable in a cross-origin isolated page', async () => {
  const { headers } = await get('/widget')
  expect(Object.fromEntries(headers)).toMatchObject({
    'referrer-policy': 'no-referrer',
    'origin-agent-cluster': '?1',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
    'cross-origin-embedder-policy': 'require-corp',
  })
  for (const sensor of ['accelerometer', 'camera', 'geolocation', 'gyroscope', 'magnetometer', 'microphone'])
    expect(headers.get('permissions-policy')).toContain(`${sensor}=()`)
})
