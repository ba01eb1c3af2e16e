import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeKeyId, makeSecret } from '../service/access/credentials/key-format.ts'
import { acceptsNoAdvisories, evaluateAudit } from './advisories.mjs'
import { writeBillOfMaterials } from './bill-of-materials.mjs'
import { packagesToRebuild, unreviewedScripts } from './install-scripts.mjs'
import { filesOfTree, secretsIn, unexpectedSecrets } from './secrets.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'))
const allowed = readJson('.ci/allowed.json')

let folder
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'supply-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('secrets', () => {
  // The secrets are concatenated, so that this file contains none.
  const pemLine = (edge) => `-----${edge} PRIVATE KEY-----`
  const ownKeys = ['widget', 'subscription', 'client'].flatMap((kind) =>
    ['live', 'test', 'demo'].map((mode) => makeSecret(kind, makeKeyId(kind, mode))),
  )
  const otherSecrets = [
    ['an AWS key', 'AWS_SECRET_ACCESS_KEY='.concat('wJalrXUtnFEMI/K7MDENG/bPxRfiCYzQb1d2FhT9')],
    ['a GitHub token', 'token: ghp_'.concat('a1B2c3D4e5F6'.repeat(3))],
    ['a private key', `${pemLine('BEGIN')}\n${'MIIEvQIBADANBgkq'.repeat(8)}\n${pemLine('END')}`],
    ['a pepper', `${'0123456789abcdef'.repeat(4)}\n`],
  ]
  test.each([...ownKeys.map((key) => [key.slice(0, 9), `const key = '${key}'`]), ...otherSecrets])(
    'finds %s in a file',
    async (_, text) => {
      expect((await secretsIn('app/x.ts', text)).length).toBeGreaterThan(0)
      const [finding, secondFinding] = await unexpectedSecrets([{ path: 'app/x.ts', text: `\n${text}` }], [])
      // Only a complete file counts as a pepper: with an empty line before it, there is no finding.
      if (finding) expect(finding).toMatch(/^app\/x\.ts:2: .+: .{1,8}…$/)
      expect(secondFinding).toBeUndefined()
    },
  )

  test('ignores a key with a wrong checksum', async () => {
    const invalidKey = ownKeys[0].slice(0, -1) + (ownKeys[0].endsWith('0') ? '1' : '0')
    expect(
      await secretsIn('docs/x.md', `${invalidKey} sk_live_… sub_live_000000000000_${'a'.repeat(49)}`),
    ).toEqual([])
  })

  test('accepts allowed secrets by file or content, and reports entries that match nothing', async () => {
    const files = [{ path: 'a.ts', text: `'${ownKeys[0]}'` }]
    const allow = (path, contains) => [
      { ...(path && { path }), ...(contains && { contains }), reason: 'a test' },
    ]
    expect(await unexpectedSecrets(files, allow('a.ts'))).toEqual([])
    expect(await unexpectedSecrets(files, allow(undefined, ownKeys[0].slice(0, 20)))).toEqual([])
    expect(await unexpectedSecrets(files, allow('b.ts'))).toHaveLength(2)
    expect(await unexpectedSecrets([], allow('a.ts'))).toEqual([
      '.ci/allowed.json: the entry for a.ts matches no secret',
    ])
  })

  test('lists tracked and new text files without ignored ones', () => {
    execFileSync('git', ['init', '-q'], { cwd: folder })
    writeFileSync(join(folder, '.gitignore'), 'ignored\n')
    writeFileSync(join(folder, 'ignored'), 'x')
    writeFileSync(join(folder, 'new.txt'), 'x')
    writeFileSync(join(folder, 'picture.png'), Uint8Array.of(1, 0, 2))
    expect([...filesOfTree(folder)].map(({ path }) => path)).toEqual(
      expect.arrayContaining(['.gitignore', 'new.txt']),
    )
    expect([...filesOfTree(folder)]).toHaveLength(2)
  })
})

describe('install scripts', () => {
  const lock = readJson('package-lock.json')
  test('all install scripts of the lock file are reviewed', () => {
    expect(unreviewedScripts(lock, allowed.installScripts)).toEqual([])
  })
  test('reports a new package or version until it is reviewed', () => {
    const lockWithNewPackage = {
      packages: {
        ...lock.packages,
        'node_modules/a/node_modules/@x/evil': { version: '1.0.0', hasInstallScript: true },
      },
    }
    expect(unreviewedScripts(lockWithNewPackage, allowed.installScripts)).toEqual([
      '@x/evil@1.0.0 runs an install script that is not reviewed',
    ])
    const [first] = allowed.installScripts
    expect(unreviewedScripts(lock, [{ ...first, version: '0.0.1' }])).toHaveLength(2)
  })
})

describe('rebuild', () => {
  const entry = (name, rest) => ({ name, version: '1.0.0', reason: 'a test', ...rest })
  test('names the reviewed packages whose scripts may run', () => {
    expect(packagesToRebuild([entry('a'), entry('@x/b', { runs: true })])).toEqual(['@x/b@1.0.0'])
    expect(packagesToRebuild(allowed.installScripts)).toEqual([])
  })
  test('.ci/run installs without scripts, and rebuilds only after the review', () => {
    expect(readFileSync(join(root, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m)
    const run = readFileSync(join(root, '.ci/run'), 'utf8')
    const positions = ['step npm ci ', 'if step npm run --silent supply;', 'step node .ci/rebuild.mjs'].map(
      (text) => run.indexOf(text),
    )
    expect(positions).toEqual(positions.toSorted((a, b) => a - b))
    expect(positions[0]).toBeGreaterThan(0)
    expect(run).not.toContain('ignore-scripts=false')
  })
})

describe('advisories', () => {
  const evaluate = (output, acceptsNone = false) => evaluateAudit(output, { acceptsNone })
  const auditOutput = (severity) =>
    JSON.stringify({
      vulnerabilities: { a: { name: 'a', severity, via: [{ title: 'Bad', url: 'https://x.test/1' }, 'b'] } },
    })
  test.each(['high', 'critical'])('reports severity %s', (severity) => {
    expect(evaluate(auditOutput(severity))).toEqual({
      findings: [`a (${severity}): Bad https://x.test/1; b`],
      failure: null,
    })
  })
  test('ignores lower severities', () => {
    expect(evaluate(auditOutput('moderate'))).toEqual({ findings: [], failure: null })
  })
  test.each([404, 405, 501])(
    'a registry without advisories (%i) is a finding, unless it is accepted',
    (status) => {
      const output = JSON.stringify({ message: `${status} No`, statusCode: status, error: { summary: '' } })
      const setting = 'SUPPLY_ADVISORIES=if-available'
      expect(evaluate(output)).toEqual({
        findings: [
          `the response is no report: ${status} No. For a registry without advisories, set ${setting}`,
        ],
        failure: null,
      })
      expect(evaluate(output, true)).toEqual({ findings: [], failure: `${status} No` })
    },
  )
  test('only the exact value accepts it, and .ci/run sets it if it is not set', () => {
    const values = [undefined, '', '1', 'required', 'if-available']
    expect(values.map((value) => acceptsNoAdvisories({ SUPPLY_ADVISORIES: value }))).toEqual([
      ...Array(4).fill(false),
      true,
    ])
    const run = readFileSync(join(root, '.ci/run'), 'utf8')
    expect(run).toMatch(/^export SUPPLY_ADVISORIES="\$\{SUPPLY_ADVISORIES:-if-available\}"$/m)
  })
  test.each([
    ['{"message":"request to x failed, reason: connect ECONNREFUSED"}', /ECONNREFUSED/],
    ['{"message":"network timeout at: x"}', /timeout/],
    ['', /no output/],
  ])('without a response, nothing is checked (%s)', (output, expected) => {
    const { findings, failure } = evaluate(output)
    expect(findings).toEqual([])
    expect(failure).toMatch(expected)
  })
  test.each([
    ['null', 'no list in the output'],
    ['{}', 'no list in the output'],
    ['<html>Sign in</html>\nmore', '<html>Sign in</html>'],
    ['npm error network\nmore', 'npm error network'],
    ['{"message":"403 Forbidden","statusCode":403}', '403 Forbidden'],
    ['{"message":"503 Service Unavailable","statusCode":503}', '503 Service Unavailable'],
    ['{"error":{"code":"ENOLOCK","summary":"no lock file"}}', 'no lock file'],
  ])('a response that is no report is a finding (%s)', (output, text) => {
    const expected = { findings: [`the response is no report: ${text}`], failure: null }
    expect([evaluate(output), evaluate(output, true)]).toEqual([expected, expected])
  })
})

test('the bill of materials lists the packages of the lock file', { timeout: 60_000 }, () => {
  const { file, packages } = writeBillOfMaterials(root, join(folder, 'reports'))
  const bill = JSON.parse(readFileSync(file, 'utf8'))
  expect(bill).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: { component: { name: 'options-analysis-service' } },
  })
  const { hono } = readJson('package.json').dependencies
  expect(bill.components.map(({ purl }) => purl)).toContain(`pkg:npm/hono@${hono}`)
  expect(packages).toBeGreaterThan(100)
})
