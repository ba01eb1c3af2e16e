/**
 * Executes docs/data-api.md: its commands and its Python run against the service, its samples are
 * parts of the examples in /openapi.json, and its tickers exist. e2e/partner/typed-client.e2e.ts
 * runs its TypeScript.
 */
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { problemCodes, problemStatus } from '#contract/api/problem.ts'
import { accessRoutes, dataRoutes } from '#contract/api/routes.ts'
import { defaultLimits } from '#service/shared/rate-limits.ts'
import { openApi } from './openapi.ts'
import { explanations } from '#service/http/problems/explanations.ts'
import { problemPageContent } from '#service/http/problems/problem-page-content.ts'
import { readEnvironment } from '#service/server/config/environment.ts'
import { startService } from '#service/server/server.ts'
import type { RunningService } from '#service/server/server.ts'

const guide = readFileSync(resolve(import.meta.dirname, '../../../docs/data-api.md'), 'utf8')
const blocks = (language: string): string[] =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, text]) => text!)

/** Whether a program is installed. A test machine may lack a program that the guide uses. */
const isInstalled = (program: string) => spawnSync(program, ['--version']).status === 0

describe('the samples of the guide', () => {
  /** Whether `superset` contains all of `subset`. A list in `subset` may be a prefix. */
  const isContained = (subset: unknown, superset: unknown): boolean => {
    if (typeof subset !== 'object' || subset === null || typeof superset !== 'object' || superset === null)
      return subset === superset
    if (Array.isArray(subset) !== Array.isArray(superset)) return false
    return Object.entries(subset).every(([name, value]) =>
      isContained(value, (superset as Record<string, unknown>)[name]),
    )
  }
  const examples: unknown[] = problemCodes.map((code) => problemPageContent(code).example)
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if ('example' in value) examples.push(value.example)
    Object.values(value).forEach(collect)
  }
  collect(openApi('1.2.3'))

  test('are parts of the examples of /openapi.json', () => {
    const samples = blocks('json').map((text) => JSON.parse(text) as unknown)
    expect(samples.length).toBeGreaterThan(9)
    expect(samples.filter((sample) => !examples.some((example) => isContained(sample, example)))).toEqual([])
  })

  test('cover every route', () => {
    const paths = [...Object.values(dataRoutes), ...Object.values(accessRoutes)].map(({ path }) => path)
    // Only the widget requests a ticket for the feed.
    expect(paths.filter((path) => !guide.includes(path))).toEqual([accessRoutes.feedTicket.path])
  })

  test('list every problem with its status, meaning and page', () => {
    const rows = new Map(
      [...guide.matchAll(/^- \[`([\w-]+)`\]\(\/problems\/\1\) \((\d+)\): (.*(?:\n  .*)*)/gm)].map(
        ([, code, status, meaning]) => [code, `${status} ${meaning?.replaceAll(/\n */g, ' ')}`],
      ),
    )
    expect(Object.fromEntries(rows)).toEqual(
      Object.fromEntries(
        problemCodes.map((code) => [code, `${problemStatus[code]} ${explanations[code].meaning}`]),
      ),
    )
  })
})

describe('the instructions of the guide', () => {
  let folder: string
  let service: RunningService
  let environment: Record<string, string>
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'guide-'))
    service = await startService(
      readEnvironment({ PORT: '0', DEMO_PORT: '8081', DATA_DIR: join(folder, 'data'), MARKET: 'simulated' }),
      { log: () => {}, dist: folder },
    )
    await vi.waitFor(async () => expect((await fetch(`${service.url}/readyz`)).status).toBe(200), {
      timeout: 110_000,
      interval: 100,
    })
    const { PATH = '' } = process.env
    environment = {
      PATH,
      BASE: service.url,
      SUBSCRIPTION_KEY: service.demo!.subscriptionKey,
      ...service.demo,
    }
  }, 120_000)
  afterAll(async () => {
    await service.stop()
    rmSync(folder, { recursive: true })
  })

  /** Runs a program with this script on stdin and returns its output. */
  const run = (program: string, text: string) =>
    new Promise<{ stdout: string; stderr: string }>((settle, fail) => {
      const options = { env: environment, cwd: folder, timeout: 60_000, maxBuffer: 1e8 }
      const child = execFile(program, ['-'], options, (error, stdout, stderr) =>
        error
          ? fail(new Error(`${error.message}\n${stderr}\n${stdout.slice(-500)}`))
          : settle({ stdout, stderr }),
      )
      child.stdin!.end(text)
    })

  test.skipIf(!isInstalled('curl') || !isInstalled('bash'))(
    'every command succeeds',
    { timeout: 60_000 },
    async () => {
      // typed-client.e2e.ts covers the npm commands; this test sets the address and the keys itself.
      const commands = blocks('sh').filter((text) => !/^(npm |npx |eval |BASE=)/m.test(text))
      const requestCount = commands.join('\n').match(/\bcurl /g)!.length
      expect(requestCount).toBeGreaterThan(15)
      // Statuses go to stderr, because the guide pipes stdout into commands that extract tokens.
      const script = [
        'set -eo pipefail',
        'curl() { command curl --fail-with-body -w "%{stderr}<%{http_code}>\\n" "$@"; }',
        ...commands,
      ].join('\n')
      const statuses = (await run('bash', script)).stderr.match(/^<\d+>$/gm) ?? []
      expect(statuses.length).toBe(requestCount)
      expect(new Set(statuses)).toEqual(new Set(['<200>', '<204>']))
    },
  )

  test.skipIf(!isInstalled('python3'))(
    'the Python example prints ideas, a sentence and calls',
    { timeout: 60_000 },
    async () => {
      const [text] = blocks('python')
      const lines = (await run('python3', text!)).stdout.trim().split('\n')
      expect(lines.filter((line) => /^\S+ (Bullish|Bearish) [\d.]+$/.test(line)).length).toBeGreaterThan(0)
      expect(lines.some((line) => /\(AAPL\)/.test(line))).toBe(true)
    },
  )

  test('every ticker in the guide exists', async () => {
    const [, tickerList = ''] = /`\{symbol\}` is a ticker in any case: (.*?)The market data/s.exec(guide)!
    const tickers = [...tickerList.matchAll(/`([\w.%-]+)`/g)].map(([, ticker]) => ticker!)
    expect(tickers).toEqual(['AAPL', 'brk.b', 'SPY', 'BRK.B', 'BRK-B', 'BRK%2FB'])
    for (const ticker of tickers) {
      const response = await fetch(`${service.url}/api/v1/platform/why/${ticker}`, {
        headers: { 'Op-Subscription-Key': service.demo!.subscriptionKey },
      })
      expect([ticker, response.status]).toEqual([ticker, 200])
    }
  })

  test('the documented headers are sent', async () => {
    const response = await fetch(`${service.url}/api/v1/platform/tone`, {
      headers: { 'Op-Subscription-Key': service.demo!.subscriptionKey },
    })
    expect(response.headers.get('cache-control')).toBe('private, no-cache')
    expect(response.headers.get('etag')).toMatch(/^".+"$/)
    expect(response.headers.get('ratelimit-policy')).toBe(
      `"per-minute";q=${defaultLimits.subscriptionKey.perMinute};w=60`,
    )
    expect(response.headers.get('ratelimit')).toMatch(/^"per-minute";r=\d+;t=\d+$/)
    expect(response.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  })
})
