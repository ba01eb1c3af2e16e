/** Files that the build has compressed. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sendFile } from '#service/http/documents/site-files.ts'
import { webResponse } from '#service/http/web.ts'
import { readFolder } from './static-files.ts'

const script = `export const words = '${'widget '.repeat(200)}'`
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'built-'))
  mkdirSync(join(folder, 'assets'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (name: string, content: string | Uint8Array) =>
  writeFileSync(join(folder, 'assets', name), content)
const asked = async (name: string, headers: Record<string, string>) =>
  webResponse(await sendFile(new Headers(headers), readFolder(folder).get(`assets/${name}`)!, {}))
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

test('sends the build’s compressed forms, which are not separate files', async () => {
  // The lowest quality, which the service never uses: it distinguishes the build's file from one compressed
  // here.
  const packed = {
    br: brotliCompressSync(script, { params: { 1: 0 } }),
    gzip: gzipSync(script, { level: 1 }),
  }
  write('app.js', script)
  write('app.js.br', packed.br)
  write('app.js.gz', packed.gzip)
  expect([...readFolder(folder).keys()]).toEqual(['assets/app.js'])
  for (const encoding of ['br', 'gzip'] as const) {
    const answer = await asked('app.js', { 'Accept-Encoding': encoding })
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    expect(answer.headers.get('content-length')).toBe(String(packed[encoding].length))
    expect((await bytesOf(answer)).equals(packed[encoding])).toBe(true)
  }
  expect(await (await asked('app.js', {})).text()).toBe(script)
})

test('each encoding has its own ETag, the same with and without the build’s compression', async () => {
  write('app.js', script)
  const tags = async () =>
    Promise.all(
      ['br', 'gzip', 'identity'].map(async (encoding) =>
        (await asked('app.js', { 'Accept-Encoding': encoding })).headers.get('etag'),
      ),
    )
  const before = await tags()
  expect(new Set(before).size).toBe(3)
  write('app.js.br', brotliCompressSync(script))
  expect(await tags()).toEqual(before)
  const [br] = before
  expect((await asked('app.js', { 'Accept-Encoding': 'br', 'If-None-Match': br! })).status).toBe(304)
  expect((await asked('app.js', { 'Accept-Encoding': 'gzip', 'If-None-Match': br! })).status).toBe(200)
})

test('compresses a file without compressed forms itself', async () => {
  write('app.js', script)
  const [br, gzip] = await Promise.all(
    ['br', 'gzip'].map(async (encoding) => bytesOf(await asked('app.js', { 'Accept-Encoding': encoding }))),
  )
  expect(brotliDecompressSync(br!).toString()).toBe(script)
  expect(gunzipSync(gzip!).toString()).toBe(script)
})

test('never sends a compressed form of other content or without an original', async () => {
  write('app.js', script)
  write('app.js.br', brotliCompressSync('an earlier build'))
  write('app.js.gz', 'broken off')
  expect(
    brotliDecompressSync(await bytesOf(await asked('app.js', { 'Accept-Encoding': 'br' }))).toString(),
  ).toBe(script)
  expect(gunzipSync(await bytesOf(await asked('app.js', { 'Accept-Encoding': 'gzip' }))).toString()).toBe(
    script,
  )
})
