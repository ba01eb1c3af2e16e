/** Files of other builds: published by one node, served by another. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createApp } from '#service/http/app.ts'
import { noFiles } from '#service/http/documents/site-files.ts'
import type { StaticFile } from '#service/http/documents/site-files.ts'
import { assetLimits } from '#service/shared/limits.ts'
import { silentLog } from '#service/shared/log.ts'
import type { AssetRepository } from '#service/store/assets.ts'
import { guardedStore } from '#service/store/guarded.ts'
import { memoryStore } from '#service/store/memory/memory.ts'
import { makeTestService } from '#service/testing/test-service.ts'
import { startAssetPublication } from './asset-publication.ts'
import { createPublishedAssets } from './published-assets.ts'
import { readFolder } from './static-files.ts'

const script = `export const words = '${'widget '.repeat(300)}'`
const font = Uint8Array.from({ length: 300 }, (_, index) => index)
let folder: string
let files: Map<string, StaticFile>
let assets: AssetRepository
let nowMs: number
let logged: string[]

const write = (name: string, content: string | Uint8Array) => writeFileSync(join(folder, name), content)
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'build-'))
  mkdirSync(join(folder, 'assets'))
  write('assets/app-1.js', script)
  // Not the quality at which the service compresses: the build's form is published.
  write('assets/app-1.js.br', brotliCompressSync(script, { params: { 1: 2 } }))
  write('assets/plain-1.css', 'a { color: red }'.repeat(40))
  write('assets/font-1.woff2', font)
  write('skeletons.json', '{}')
  files = readFolder(folder)
  ;({ assets } = memoryStore())
  nowMs = Date.UTC(2026, 10, 20)
  logged = []
})
afterEach(() => {
  rmSync(folder, { recursive: true })
  vi.useRealTimers()
})

/** Publishes the files as a node does at its start. */
const publish = async (repository: Pick<AssetRepository, 'publicationTimes' | 'publish'> = assets) =>
  startAssetPublication({
    files: { assets: files },
    assets: repository,
    clock: () => nowMs,
    log: (_, event) => void logged.push(event),
  })

describe('publication', () => {
  test('stores the files below /assets/, compressed as the build has them', async () => {
    const stop = await publish()
    stop()
    expect([...(await assets.publicationTimes()).keys()].toSorted()).toEqual([
      'assets/app-1.js',
      'assets/font-1.woff2',
      'assets/plain-1.css',
    ])
    expect(await assets.find('assets/app-1.js')).toMatchObject({
      type: 'text/javascript; charset=utf-8',
      encoding: 'br',
      body: await files.get('assets/app-1.js')!.encoded!('br'),
    })
    expect(await assets.find('assets/font-1.woff2')).toMatchObject({ encoding: 'identity', body: font })
    expect(logged).toEqual(['assets-published'])
  })

  test('repeats nothing that any node has published within half a day, and everything daily', async () => {
    vi.useFakeTimers()
    const counts: number[] = []
    const counting = {
      ...assets,
      publish: async (...args: Parameters<AssetRepository['publish']>) => {
        counts.push(args[0].length)
        await assets.publish(...args)
      },
    }
    const stop = await publish(counting)
    nowMs += assetLimits.minPublicationAgeMs
    const stopSecond = await publish(counting)
    expect(counts).toEqual([3])
    nowMs += 1
    await vi.advanceTimersByTimeAsync(assetLimits.publicationIntervalMs)
    expect(counts).toEqual([3, 3])
    expect(new Set((await assets.publicationTimes()).values())).toEqual(new Set([nowMs]))
    stop()
    stopSecond()
    nowMs += assetLimits.retentionMs
    await vi.advanceTimersByTimeAsync(2 * assetLimits.publicationIntervalMs)
    expect(counts).toEqual([3, 3])
  })

  test('does not keep a node from starting if the store fails or is silent, and is repeated', async () => {
    // The real compression does not follow the fake clock.
    for (const { encoded } of files.values()) await encoded?.('br')
    vi.useFakeTimers()
    let isFailing = true
    const failing = {
      ...assets,
      publicationTimes: async () => {
        if (isFailing) throw new Error('connect ECONNREFUSED')
        return assets.publicationTimes()
      },
    }
    const stop = await publish(failing)
    expect(logged).toEqual(['assets-not-published'])
    isFailing = false
    await vi.advanceTimersByTimeAsync(assetLimits.retryDelayMs)
    expect(logged).toEqual(['assets-not-published', 'assets-published'])
    stop()

    const silent = { ...assets, publicationTimes: () => new Promise<never>(() => {}) }
    const isStarted = publish(silent).then(() => true)
    await vi.advanceTimersByTimeAsync(assetLimits.startDelayMs)
    expect(await isStarted).toBe(true)
  })
})

describe('a node with another build', () => {
  /** A node without the files, on the same store. Its list of names is read with a fake clock. */
  async function otherNode(repository: AssetRepository = assets) {
    const { service } = await makeTestService()
    let elapsedMs = 0
    const waits: { readonly ms: number; readonly end: () => void }[] = []
    const findPublishedAsset = createPublishedAssets({
      assets: guardedStore({ ...memoryStore(), assets: repository }, silentLog).assets,
      elapsed: () => elapsedMs,
      delay: (ms) =>
        new Promise<void>((resolve) => {
          const end = () => {
            elapsedMs += ms
            resolve()
          }
          waits.push({ ms, end })
        }),
    })
    const app = createApp({ ...service, findPublishedAsset }, noFiles)
    return { get: getFrom(app), waits, advance: (ms: number) => void (elapsedMs += ms) }
  }
  const getFrom =
    ({ fetch }: Pick<ReturnType<typeof createApp>, 'fetch'>) =>
    (path: string, headers: Record<string, string> = {}, method = 'GET') =>
      fetch(new Request(`http://widget.test${path}`, { headers, method }))

  test('sends the same bytes and headers as the node that has the files', async () => {
    const { service } = await makeTestService()
    const own = getFrom(createApp(service, { ...noFiles, assets: files }))
    ;(await publish())()
    const { get } = await otherNode()
    const dump = async (response: Response) => ({
      status: response.status,
      headers: Object.fromEntries([...response.headers].filter(([name]) => name !== 'x-request-id')),
      body: Buffer.from(await response.arrayBuffer()).toString('base64'),
    })
    for (const path of ['/assets/app-1.js', '/assets/plain-1.css', '/assets/font-1.woff2'])
      for (const encoding of ['br', 'gzip', 'identity'])
        for (const method of ['GET', 'HEAD']) {
          const headers = { 'Accept-Encoding': encoding }
          const expected = await dump(await own(path, headers, method))
          expect(await dump(await get(path, headers, method))).toEqual(expected)
          const conditional = { ...headers, 'If-None-Match': expected.headers['etag']! }
          expect((await get(path, conditional)).status).toBe(304)
        }
    expect((await get('/assets/app-1.js')).headers.get('cache-control')).toBe(
      'public, max-age=31536000, immutable',
    )
  })

  test('reads a file once, also for concurrent requests', async () => {
    ;(await publish())()
    const find = vi.fn((name: string) => assets.find(name))
    const { get } = await otherNode({ ...assets, find })
    const responses = await Promise.all(Array.from({ length: 20 }, () => get('/assets/app-1.js')))
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    await get('/assets/app-1.js', { 'Accept-Encoding': 'gzip' })
    expect(find).toHaveBeenCalledTimes(1)
  })

  test('keeps at most as many bytes as its limit', async () => {
    files = new Map()
    const names = Array.from({ length: 10 }, (_, index) => `assets/large-${index}.bin`)
    for (const name of names)
      write(name, new Uint8Array(assetLimits.cachedBytes / 8).fill(Number(name.at(-5))))
    files = readFolder(folder)
    ;(await publish())()
    const find = vi.fn((name: string) => assets.find(name))
    const { get } = await otherNode({ ...assets, find })
    for (const name of names) expect((await get(`/${name}`)).status).toBe(200)
    await get(`/${names.at(-8)}`)
    expect(find).toHaveBeenCalledTimes(10)
    await get(`/${names[0]}`)
    expect(find).toHaveBeenCalledTimes(11)
  })

  test('responds to invented names with 404, and reads the names once for all of them', async () => {
    ;(await publish())()
    const publicationTimes = vi.fn(() => assets.publicationTimes())
    const find = vi.fn((name: string) => assets.find(name))
    const { get, waits } = await otherNode({ ...assets, publicationTimes, find })
    const first = await get('/assets/invented-0.js')
    expect([first.status, first.headers.get('cache-control')]).toEqual([404, 'no-store'])
    const others = Array.from({ length: 500 }, (_, index) => get(`/assets/invented-${index}.js`))
    await vi.waitFor(() => expect(waits).toHaveLength(1))
    expect(waits[0]!.ms).toBe(assetLimits.listIntervalMs)
    // Published names do not wait.
    expect((await get('/assets/app-1.js')).status).toBe(200)
    expect(publicationTimes).toHaveBeenCalledTimes(1)
    waits[0]!.end()
    expect(new Set((await Promise.all(others)).map(({ status }) => status))).toEqual(new Set([404]))
    expect(publicationTimes).toHaveBeenCalledTimes(2)
    expect(find).toHaveBeenCalledTimes(1)
  })

  test('finds a file that is published right after a request with an unknown name', async () => {
    const { get, waits } = await otherNode()
    expect((await get('/assets/invented.js')).status).toBe(404)
    ;(await publish())()
    const response = get('/assets/app-1.js')
    await vi.waitFor(() => expect(waits).toHaveLength(1))
    waits[0]!.end()
    expect((await response).status).toBe(200)
  })

  test('responds with 503 while the store fails, and with cached files', async () => {
    ;(await publish())()
    let isFailing = false
    const fail = async () => {
      throw new Error('the store is down')
    }
    const { get, advance } = await otherNode({
      ...assets,
      publicationTimes: () => (isFailing ? fail() : assets.publicationTimes()),
      find: (name) => (isFailing ? fail() : assets.find(name)),
    })
    expect((await get('/assets/app-1.js')).status).toBe(200)
    isFailing = true
    advance(assetLimits.listIntervalMs)
    expect((await get('/assets/app-1.js')).status).toBe(200)
    expect((await get('/assets/plain-1.css')).status).toBe(503)
    isFailing = false
    expect((await get('/assets/plain-1.css')).status).toBe(200)
  })

  test('sends no file whose content differs from its ETag', async () => {
    ;(await publish())()
    const asset = (await assets.find('assets/app-1.js'))!
    for (const body of [brotliCompressSync('other'), Buffer.from('not Brotli')]) {
      const { get } = await otherNode({
        ...assets,
        find: async () => ({ ...asset, body: Uint8Array.from(body) }),
      })
      expect((await get('/assets/app-1.js')).status).toBe(404)
    }
  })
})
