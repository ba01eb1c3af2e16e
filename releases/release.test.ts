import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readReleases } from '#service/server/files/releases.ts'
import { maxReleaseBytes, releaseProblems, writeRelease } from './release.ts'
import type { Build } from './release.ts'

const script = Buffer.from('export const idea = "AAPL"\n'.repeat(50))
const font = randomBytes(2_000)
const build: Build = {
  loader: Buffer.from('var serviceWidgetLoader={}'),
  app: new Map([
    ['app/index.html', Buffer.from('<html>')],
    ['assets/main-1.js', script],
    ['assets/inter-1.woff2', font],
  ]),
}
const release = { version: '1.3.0', day: '2026-12-01', build }

let releases: string
beforeEach(() => {
  releases = mkdtempSync(join(tmpdir(), 'releases-'))
})
afterEach(() => rmSync(releases, { recursive: true }))

test('a stored release returns the same bytes, as text, font, Brotli and gzip', async () => {
  expect(writeRelease(releases, release)).toBeLessThan(3_000)
  const [kept] = readReleases(releases)
  expect(kept).toMatchObject({ version: '1.3.0', keptOn: '2026-12-01', protocol: 1 })
  expect(Buffer.from(kept!.loader.bytes)).toEqual(build.loader)
  expect([...kept!.app!.keys()]).toEqual([...build.app.keys()])
  const [stored, storedFont] = ['assets/main-1.js', 'assets/inter-1.woff2'].map((path) =>
    kept!.app!.get(path)!,
  )
  expect(Buffer.from(stored!.bytes)).toEqual(script)
  expect(brotliDecompressSync(await stored!.encoded!('br'))).toEqual(script)
  expect(gunzipSync(await stored!.encoded!('gzip'))).toEqual(script)
  expect(Buffer.from(storedFont!.bytes)).toEqual(font)
  expect(storedFont!.encoded).toBeUndefined()
  expect(releaseProblems(releases, '1.3.0', build)).toEqual([])
})

test('a release over the limit is refused, and nothing is written', () => {
  const app = new Map([['assets/font.woff2', randomBytes(maxReleaseBytes)]])
  expect(() => writeRelease(releases, { ...release, build: { ...build, app } })).toThrow(
    /release 1\.3\.0 has 2\d{6} bytes; the limit is 2000000/,
  )
  expect(readReleases(releases)).toEqual([])
})

test('a loader that differs from the stored one of its version is refused; a new version may differ', () => {
  writeRelease(releases, release)
  const changed = { ...build, loader: Buffer.from('var other') }
  expect(releaseProblems(releases, '1.3.0', changed)).toEqual([
    expect.stringContaining('The loader differs from the released 1.3.0'),
  ])
  expect(releaseProblems(releases, '1.4.0', changed)).toEqual([])
})

test('a built file with the name of a kept file and other bytes is named', () => {
  writeRelease(releases, release)
  const app = new Map([...build.app, ['assets/main-1.js', Buffer.from('other')]])
  expect(releaseProblems(releases, '1.4.0', { ...build, app })).toEqual([
    expect.stringContaining('assets/main-1.js has the name of a file of the kept app 1.3.0'),
  ])
})

test('a damaged archive is named by its file, and a truncated one cannot be read', () => {
  writeRelease(releases, release)
  const path = join(releases, '1.3.0/app.archive')
  const archive = readFileSync(path)
  // The last file is the font, which is stored uncompressed: a reader would not notice a changed byte.
  writeFileSync(path, archive.with(archive.length - 1, archive.at(-1)! ^ 1))
  expect(releaseProblems(releases, '1.4.0', { ...build, app: new Map() })).toEqual([
    'The archive of 1.3.0 is damaged: assets/inter-1.woff2 differs from its checksum.',
  ])
  writeFileSync(path, archive.subarray(0, -1))
  expect(() => readReleases(releases)).toThrow('the archive of the app is truncated: assets/inter-1.woff2')
})
