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
const fetchFile = async (name: string, headers: Record<string, string>) =>
  webResponse(await sendFile(new Headers(headers), readFolder(folder).get(`assets/${name}`)!, {}))
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

test('sends the build’s compressed forms, which are not separate files', async () => {
  // The service never uses the lowest quality, so it identifies the files of the build.
  const compressed = {
    br: brotliCompressSync(script, { params: { 1: 0 } }),
    gzip: gzipSync(script, { level: 1 }),
  }
  write('app.js', script)
  write('app.js.br', compressed.br)
  write('app.js.gz', compressed.gzip)
  expect([...readFolder(folder).keys()]).toEqual(['assets/app.js'])
  for (const encoding of ['br', 'gzip'] as const) {
    const response = await fetchFile('app.js', { 'Accept-Encoding': encoding })
    expect(response.headers.get('content-encoding')).toBe(encoding)
    expect(response.headers.get('content-length')).toBe(String(compressed[encoding].length))
    expect((await bytesOf(response)).equals(compressed[encoding])).toBe(true)
  }
  expect(await (await fetchFile('app.js', {})).text()).toBe(script)
})

test('each encoding has its own ETag, the same with and without the build’s compression', async () => {
  write('app.js', script)
  const tags = async () =>
    Promise.all(
      ['br', 'gzip', 'identity'].map(async (encoding) =>
        (await fetchFile('app.js', { 'Accept-Encoding': encoding })).headers.get('etag'),
      ),
    )
  const tagsBefore = await tags()
  expect(new Set(tagsBefore).size).toBe(3)
  write('app.js.br', brotliCompressSync(script))
  expect(await tags()).toEqual(tagsBefore)
  const [br] = tagsBefore
  expect((await fetchFile('app.js', { 'Accept-Encoding': 'br', 'If-None-Match': br! })).status).toBe(304)
  expect((await fetchFile('app.js', { 'Accept-Encoding': 'gzip', 'If-None-Match': br! })).status).toBe(200)
})

test('compresses a file without compressed forms itself', async () => {
  write('app.js', script)
  const [br, gzip] = await Promise.all(
    ['br', 'gzip'].map(async (encoding) =>
      bytesOf(await fetchFile('app.js', { 'Accept-Encoding': encoding })),
    ),
  )
  expect(brotliDecompressSync(br!).toString()).toBe(script)
  expect(gunzipSync(gzip!).toString()).toBe(script)
})

test('never sends a compressed form that is damaged or has other content', async () => {
  write('app.js', script)
  write('app.js.br', brotliCompressSync('an earlier build'))
  write('app.js.gz', 'broken off')
  expect(
    brotliDecompressSync(await bytesOf(await fetchFile('app.js', { 'Accept-Encoding': 'br' }))).toString(),
  ).toBe(script)
  expect(gunzipSync(await bytesOf(await fetchFile('app.js', { 'Accept-Encoding': 'gzip' }))).toString()).toBe(
    script,
  )
})
