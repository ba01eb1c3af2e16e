/** Problem pages. The `type` of a problem is the address of its page. */
import { beforeAll, expect, test } from 'vitest'
import * as v from 'valibot'
import { ProblemDetailsSchema, problemCodes, problemStatus } from '#contract/api/problem.ts'
import { problemTitle } from '#contract/api/problem-details.ts'
import { makeTestService, problemOf } from '#service/testing/test-service.ts'
import type { TestService } from '#service/testing/test-service.ts'
import type { ProblemPageContent } from './problem-page-content.ts'

let testService: TestService
beforeAll(async () => {
  testService = await makeTestService({
    hosts: { gateway: 'api.test', legacy: 'legacy.test', widget: 'widget.test' },
  })
})
const get = (address: string, headers: Record<string, string> = {}) =>
  testService.app.fetch(new Request(address, { headers }))

test('the `type` of a refusal is the address of its page, at the same door', async () => {
  for (const host of ['api.test', 'legacy.test', 'widget.test']) {
    const address = `http://${host}/api/v1/platform/why/AAPL`
    const { type } = await problemOf(await get(address))
    const page = await get(new URL(String(type), address).href, {
      Accept: 'text/html,application/json;q=0.9',
    })
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const html = await page.text()
    expect(html).toContain('<h1>No credential was presented</h1>')
    expect(html).toContain('What to do')
    expect(html).toContain('&quot;status&quot;: 401')
  }
})

test.each(problemCodes)(
  '%s has a page with status, title, meaning, steps and an example response',
  async (code) => {
    const html = await (await get(`http://api.test/problems/${code}`)).text()
    expect(html).toContain(`HTTP ${problemStatus[code]}`)
    expect(html).toContain(`<h1>${problemTitle[code]}</h1>`)
    expect(html.match(/<li>/g)?.length ?? 0).toBeGreaterThan(0)
    expect(html).not.toMatch(/undefined|<script/i)

    const content = (await (
      await get(`http://api.test/problems/${code}`, { Accept: 'application/json' })
    ).json()) as ProblemPageContent
    expect(content).toMatchObject({ type: `/problems/${code}`, code, status: problemStatus[code] })
    expect(v.parse(ProblemDetailsSchema, content.example).code).toBe(code)
  },
)

test('one page lists every problem with its link', async () => {
  const html = await (await get('http://api.test/problems')).text()
  expect(problemCodes.filter((code) => !html.includes(`href="/problems/${code}"`))).toEqual([])
  const { problems } = (await (
    await get('http://api.test/problems', { Accept: 'application/problem+json' })
  ).json()) as { problems: ProblemPageContent[] }
  expect(problems.map(({ code }) => code)).toEqual(problemCodes)
})

test('a page runs no script, may be cached, and varies by Accept', async () => {
  const { headers } = await get('http://api.test/problems/internal')
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-[^']+';/)
  expect(headers.get('cache-control')).toBe('public, max-age=3600')
  expect(headers.get('vary')).toBe('Accept')
})

test('the page of an unknown code is 404', async () => {
  for (const code of ['nothing', 'toString', 'internal%2Fx'])
    expect(await problemOf(await get(`http://api.test/problems/${code}`))).toMatchObject({
      code: 'route-unknown',
    })
})
