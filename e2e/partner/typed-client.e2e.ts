/**
 * A partner's client with types generated from the served OpenAPI document: the TypeScript sample of
 * docs/data-api.md.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from '#e2e/kit/fixtures.ts'
import type { Site } from '#e2e/kit/site.ts'

const root = resolve(import.meta.dirname, '../..')

/** Reads the guide's program and its compiler settings. */
function readGuide(): { program: string; settings: string } {
  const guide = readFileSync(join(root, 'docs/data-api.md'), 'utf8')
  const [, settings, program] =
    /^### TypeScript$.*?^echo '([^']*)' > tsconfig\.json$.*?^```ts\n(.*?)^```$/ms.exec(guide) ?? []
  if (settings === undefined || program === undefined)
    throw new Error('docs/data-api.md has no section “TypeScript” with a tsconfig.json and a ts block')
  return { program, settings }
}

/** Appended to the guide's program: all other look-ups, and calls that the types must reject. */
const additionalCalls = `
export const others = async () => {
  const best = answer(await client.GET('/api/v1/platform/how/best-income', { params: { query: { legtype: 'put', minYield: 0.1, noEarnings: true, limit: 3 } } }))
  const found = answer(await client.GET('/api/v1/platform/symbols', { params: { query: { query: 'apple' } } }))
  const bars = answer(await client.GET('/api/v1/platform/why/{symbol}/history', { params: { path: { symbol: 'AAPL' }, query: { range: '1M' } } }))
  const tone = answer(await client.GET('/api/v1/platform/tone'))
  const { news } = answer(await client.GET('/api/v1/platform/news/{symbol}', { params: { path: { symbol: 'AAPL' } } }))
  const refused = await client.GET('/api/v1/platform/why/{symbol}', { params: { path: { symbol: 'ZZZZZZ' } } })
  const code: Problem['code'] | undefined = refused.error?.code
  const score: number | undefined = best.trades[0]?.serviceScore
  const rank: number | null = why.technicalRank
  const reason: components['schemas']['UnknownReason'] | undefined = why.unknown[0]?.reason
  // @ts-expect-error -- a value that may be unknown is not a number until it is checked
  why.expandedQuote.last.toFixed(2)
  // @ts-expect-error -- no such timeframe
  void client.GET('/api/v1/platform/how/income/{symbol}', { params: { path: { symbol: 'AAPL' }, query: { timeframe: 'weekly' } } })
  // @ts-expect-error -- no symbol
  void client.GET('/api/v1/platform/why/{symbol}')
  // @ts-expect-error -- no such path
  void client.GET('/api/v1/platform/when')
  return { score, rank, reason, code, symbols: found.symbols, closes: bars.close, trend: tone.oneMonthTrend, news }
}
if (process.argv[2] === 'others') console.log(JSON.stringify(await others()))
`

/** Creates a project as the guide describes, with generated types. */
function startProject(site: Site): string {
  const folder = mkdtempSync(join(tmpdir(), 'options-client-'))
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers', '@types/node', 'undici-types']) {
    mkdirSync(dirname(join(folder, 'node_modules', name)), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }')
  const generator = [join(root, 'e2e/kit/openapi-types.ts'), `${site.serviceUrl}/openapi.json`]
  writeFileSync(join(folder, 'options-analysis.d.ts'), execFileSync(process.execPath, generator))
  const { program, settings } = readGuide()
  writeFileSync(join(folder, 'tsconfig.json'), settings)
  writeFileSync(join(folder, 'client.ts'), program + additionalCalls)
  return folder
}

test('a client with types generated from /openapi.json compiles and works', async ({ site }) => {
  const folder = startProject(site)
  try {
    // With the guide's settings, and with stricter ones.
    for (const flags of [[], ['--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess']]) {
      const tsc = [join(root, 'node_modules/typescript/bin/tsc'), '--preserveSymlinks', ...flags]
      execFileSync(process.execPath, tsc, { cwd: folder, stdio: 'pipe' })
    }

    const { subscriptionKey: SUBSCRIPTION_KEY } = site.credentials
    const env = { ...process.env, FORCE_COLOR: '0', BASE: site.serviceUrl, SUBSCRIPTION_KEY }
    const run = (...args: string[]) =>
      execFileSync(process.execPath, ['client.ts', ...args], { cwd: folder, env, encoding: 'utf8' })
        .trim()
        .split('\n')
    const lines = run()
    expect(lines[0]).toMatch(/^[A-Z.]+ (Bullish|Bearish) [\d.]+$/)
    expect(lines.filter((line) => line.includes('(AAPL)'))).toHaveLength(1)

    const others = JSON.parse(run('others').at(-1)!) as Record<string, unknown>
    expect(others).toMatchObject({
      code: 'symbol-unknown',
      symbols: [{ symbol: 'AAPL' }],
      score: expect.any(Number),
    })
    expect((others['closes'] as number[]).length).toBeGreaterThan(15)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
