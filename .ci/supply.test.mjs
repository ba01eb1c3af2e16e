import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeKeyId, makeSecret } from '../service/access/credentials/key-format.ts'
import { judgeAudit } from './advisories.mjs'
import { writeBill } from './bill-of-materials.mjs'
import { unreviewedScripts } from './install-scripts.mjs'
import { filesOfTree, secretsIn, unexpectedSecrets } from './secrets.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const json = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'))
const allowed = json('.ci/allowed.json')

let folder
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'supply-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('secrets', () => {
  // Concatenated, so that this file contains no secret.
  const pem = (edge) => `-----${edge} PRIVATE KEY-----`
  const ours = ['widget', 'subscription', 'client'].flatMap((kind) =>
    ['live', 'test'].map((mode) => makeSecret(kind, makeKeyId(kind, mode))),
  )
  const others = [
    ['an AWS key', 'AWS_SECRET_ACCESS_KEY='.concat('wJalrXUtnFEMI/K7MDENG/bPxRfiCYzQb1d2FhT9')],
    ['a GitHub token', 'token: ghp_'.concat('a1B2c3D4e5F6'.repeat(3))],
    ['a private key', `${pem('BEGIN')}\n${'MIIEvQIBADANBgkq'.repeat(8)}\n${pem('END')}`],
    ['a pepper', `${'0123456789abcdef'.repeat(4)}\n`],
  ]
  test.each([...ours.map((key) => [key.slice(0, 9), `const key = '${key}'`]), ...others])(
    'finds %s in a file',
    async (_, text) => {
      expect((await secretsIn('app/x.ts', text)).length).toBeGreaterThan(0)
      const [line, second] = await unexpectedSecrets([{ path: 'app/x.ts', text: `\n${text}` }], [])
      // A pepper is a separate file: with a line before it, the text does not count as one.
      if (line) expect(line).toMatch(/^app\/x\.ts:2: .+: .{1,8}…$/)
      expect(second).toBeUndefined()
    },
  )

  test('ignores a key with a wrong checksum', async () => {
    const made = ours[0].slice(0, -1) + (ours[0].endsWith('0') ? '1' : '0')
    expect(await secretsIn('docs/x.md', `${made} sk_live_… sub_live_000000000000_${'a'.repeat(49)}`)).toEqual(
      [],
    )
  })

  test('accepts allowed secrets by file or content, and reports entries that match nothing', async () => {
    const files = [{ path: 'a.ts', text: `'${ours[0]}'` }]
    const at = (path, contains) => [
      { ...(path && { path }), ...(contains && { contains }), reason: 'a test' },
    ]
    expect(await unexpectedSecrets(files, at('a.ts'))).toEqual([])
    expect(await unexpectedSecrets(files, at(undefined, ours[0].slice(0, 20)))).toEqual([])
    expect(await unexpectedSecrets(files, at('b.ts'))).toHaveLength(2)
    expect(await unexpectedSecrets([], at('a.ts'))).toEqual([
      '.ci/allowed.json: nothing like "a secret" is in a.ts',
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
  const lock = json('package-lock.json')
  test('all install scripts of the lock file are reviewed', () => {
    expect(unreviewedScripts(lock, allowed.installScripts)).toEqual([])
  })
  test('reports a new package or version until it is reviewed', () => {
    const more = {
      packages: {
        ...lock.packages,
        'node_modules/a/node_modules/@x/evil': { version: '1.0.0', hasInstallScript: true },
      },
    }
    expect(unreviewedScripts(more, allowed.installScripts)).toEqual([
      '@x/evil@1.0.0 runs an install script that is not reviewed',
    ])
    const [first] = allowed.installScripts
    expect(unreviewedScripts(lock, [{ ...first, version: '0.0.1' }])).toHaveLength(2)
  })
})

describe('advisories', () => {
  const found = (severity) =>
    JSON.stringify({
      vulnerabilities: { a: { name: 'a', severity, via: [{ title: 'Bad', url: 'https://x.test/1' }, 'b'] } },
    })
  test.each(['high', 'critical'])('reports severity %s', (severity) => {
    expect(judgeAudit(found(severity))).toEqual({
      wrong: [`a (${severity}): Bad https://x.test/1; b`],
      unknown: null,
    })
  })
  test('ignores lower severities', () => {
    expect(judgeAudit(found('moderate'))).toEqual({ wrong: [], unknown: null })
  })
  test.each([
    ['{"message":"405 Method Not Allowed","error":{"summary":"audit endpoint returned an error"}}', /405/],
    ['npm error network\nmore', /^npm error network$/],
    ['', /no output/],
    ['null', /no list/],
  ])('treats an unavailable registry as unknown, not as a finding (%s)', (printed, expected) => {
    const { wrong, unknown } = judgeAudit(printed)
    expect(wrong).toEqual([])
    expect(unknown).toMatch(expected)
  })
})

test('the bill of materials lists the packages of the lock file', { timeout: 60_000 }, () => {
  const { file, packages } = writeBill(root, join(folder, 'reports'))
  const bill = JSON.parse(readFileSync(file, 'utf8'))
  expect(bill).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: { component: { name: 'options-analysis-service' } },
  })
  const { hono } = json('package.json').dependencies
  expect(bill.components.map(({ purl }) => purl)).toContain(`pkg:npm/hono@${hono}`)
  expect(packages).toBeGreaterThan(100)
})
