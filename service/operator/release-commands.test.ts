/** Operator commands for releases, against an embedded store and a folder with two releases. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { makeAppArchive } from '#service/server/files/app-archive.ts'
import { builtVersion } from '#service/server/built-version.ts'
import { setUpAdmin } from './admin.fixture.ts'
import { runAdmin } from './commands.ts'

const { folder, variables } = setUpAdmin()

beforeAll(() => {
  for (const [version, hasApp] of [
    ['0.8.0', false],
    ['0.9.0', true],
  ] as const) {
    const path = join(folder(), 'releases', version)
    mkdirSync(path, { recursive: true })
    writeFileSync(join(path, 'widgetLoader.js'), 'var serviceWidgetLoader')
    writeFileSync(join(path, 'release.json'), '{"protocol":1,"keptOn":"2026-12-01"}')
    if (hasApp) writeFileSync(join(path, 'app.archive'), makeAppArchive(new Map()))
  }
})

const admin = (...words: string[]) =>
  runAdmin(words, { ...variables(), RELEASES_DIR: join(folder(), 'releases') })
const textOf = async (...words: string[]) => {
  const { code, out, err } = await admin(...words)
  expect([code, err]).toEqual([0, ''])
  return out
}

test('an operator promotes a release, withdraws it and reinstates it', async () => {
  expect((await textOf('release', 'list')).split('\n')).toEqual([
    'version  channel       kept            supported until  state',
    `${builtVersion}    stable, next  build           -                served`,
    '0.9.0    -             loader and app  2027-12-01       served',
    '0.8.0    -             loader          -                served',
    '',
  ])
  expect(await textOf('release', 'promote', '0.9.0')).toBe('Pages without a version get 0.9.0.\n')
  expect(await textOf('release', 'list')).toMatch(/\n0\.9\.0 +stable /)
  expect(await textOf('release', 'withdraw', '0.9.0', 'CVE-2027-1')).toBe(
    `Withdrew 0.9.0. Pages without a version get ${builtVersion}.\n`,
  )
  expect(await textOf('release', 'list')).toContain('withdrawn: CVE-2027-1')
  expect(await textOf('release', 'withdraw', builtVersion, 'CVE-2027-2')).toContain('No release is stable')
  expect(await textOf('release', 'reinstate', '0.9.0')).toBe(
    '0.9.0 is served again. Pages without a version get 0.9.0.\n',
  )
  expect(await textOf('audit', 'list')).toMatch(/release-promoted.*0\.9\.0/)
})

test.each([
  [['promote', '0.8.0'], `"0.8.0" has no app in this installation. These have one: ${builtVersion}, 0.9.0.`],
  [['promote', builtVersion], `${builtVersion} is withdrawn: CVE-2027-2.`],
  [['withdraw', 'x', 'why', '--loader'], '"x" is not a version such as 1.3.0.'],
  [['withdraw', '0.8.0', 'why'], '0.8.0 has no app in this installation: its pages get the stable one.'],
  [['withdraw', '0.9.0', 'two\nlines'], 'The reason must be one line of 1 to 300 characters'],
  [['reinstate', '0.8.0'], '"0.8.0" is not withdrawn.'],
])('release %s is refused, with the reason', async (words, message) => {
  const { code, err } = await admin('release', ...words)
  expect([code, err]).toEqual([1, expect.stringContaining(message)])
})
