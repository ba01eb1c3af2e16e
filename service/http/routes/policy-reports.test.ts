import { beforeEach, expect, test } from 'vitest'
import { makeTestService, problemOf, widgetOrigin } from '#service/testing/test-service.ts'
import type { TestService } from '#service/testing/test-service.ts'
import { policyReportsPath } from './policy-reports.ts'

let testService: TestService
beforeEach(async () => {
  testService = await makeTestService()
})

const post = (body: unknown, type = 'application/reports+json') =>
  testService.app.fetch(
    new Request(`${widgetOrigin}${policyReportsPath}`, {
      method: 'POST',
      headers: { 'Content-Type': type },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  )
const loggedViolations = () => testService.logged.filter(({ event }) => event === 'policy-violation')
const report = {
  type: 'csp-violation',
  url: 'https://widget.test/widget?i=abc',
  body: { effectiveDirective: 'script-src-elem', blockedURL: 'https://evil.test/x.js?user=7', sample: 'x' },
}

test('logs a violation with its directive and the script’s origin, without the page’s address', async () => {
  expect((await post([report, { type: 'deprecation' }])).status).toBe(204)
  expect(loggedViolations()).toEqual([
    {
      level: 'warn',
      event: 'policy-violation',
      fields: { directive: 'script-src-elem', blocked: 'https://evil.test' },
    },
  ])
})

test('logs at most twenty lines a minute', async () => {
  for (let index = 0; index < 30; index++) await post([report])
  expect(loggedViolations()).toHaveLength(20)
  testService.advanceTime(60_000)
  await post([report])
  expect(loggedViolations()).toHaveLength(21)
})

test.each([
  ['[]', 'text/plain', 'content-type-refused'],
  ['{', 'application/reports+json', 'malformed-body'],
  [{ type: 'csp-violation' }, 'application/reports+json', 'malformed-body'],
  ['x'.repeat(9_000), 'application/reports+json', 'body-too-large'],
])('%o as %s is refused: %s', async (body, type, code) => {
  expect(await problemOf(await post(body, type))).toMatchObject({ code })
})

test('accepts a report without a body', async () => {
  expect((await post([{ ...report, body: null }])).status).toBe(204)
})
