import { expect, test } from 'vitest'
import type { LogFields } from '#service/settings/log.ts'
import { policyReportsPath, takePolicyReports } from './policy-reports.ts'

function start() {
  const lines: [string, LogFields | undefined][] = []
  let now = 0
  const take = takePolicyReports(
    (_, event, fields) => lines.push([event, fields]),
    () => now,
  )
  const send = async (body: unknown, type = 'application/reports+json') =>
    (
      await take(
        new Request(`http://widget.test${policyReportsPath}`, {
          method: 'POST',
          headers: { 'Content-Type': type },
          body: typeof body === 'string' ? body : JSON.stringify(body),
        }),
      )
    ).status
  return { lines, send, pass: (ms: number) => (now += ms) }
}
const report = {
  type: 'csp-violation',
  url: 'https://widget.test/widget?i=abc',
  body: { effectiveDirective: 'script-src-elem', blockedURL: 'https://evil.test/x.js?user=7', sample: 'x' },
}

test('a violation is a line in the log: the directive and whose script it was, no address of the page', async () => {
  const { lines, send } = start()
  expect(await send([report, { type: 'deprecation' }])).toBe(204)
  expect(lines).toEqual([
    ['policy-violation', { directive: 'script-src-elem', blocked: 'https://evil.test' }],
  ])
})

test('a flood writes twenty lines a minute', async () => {
  const { lines, send, pass } = start()
  for (let at = 0; at < 30; at++) await send([report])
  expect(lines).toHaveLength(20)
  pass(60_000)
  await send([report])
  expect(lines).toHaveLength(21)
})

test.each([
  ['[]', 'text/plain', 415],
  ['{', 'application/reports+json', 400],
  [{ type: 'csp-violation' }, 'application/reports+json', 400],
  ['x'.repeat(9_000), 'application/reports+json', 413],
  [[{ ...report, body: null }], 'application/reports+json', 204],
])('%o as %s is answered %i', async (body, type, status) => {
  expect(await start().send(body, type)).toBe(status)
})
