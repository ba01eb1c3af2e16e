/** `/docs` over HTTP: pages as a browser receives them, and sample code as a reader copies it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import nodeCrypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readSiteFiles } from '#service/server/files/site-files.ts'
import { makeTestService, problemOf } from '#service/testing/test-service.ts'
import { createApp } from '#service/http/app.ts'
import type { App } from '#service/http/app.ts'
import { canonicalPath } from './docs.ts'

let folder: string
let app: App
async function serve(dist: string, hosts = {}): Promise<App> {
  const { service } = await makeTestService({
    hosts: { gateway: null, legacy: null, widget: null, ...hosts },
  })
  return createApp(
    service,
    await readSiteFiles(
      { dist, releases: join(dist, 'releases'), playground: join(dist, 'playground') },
      '1.2.3',
    ),
  )
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docs-'))
  mkdirSync(join(folder, 'docs/assets'), { recursive: true })
  mkdirSync(join(folder, 'docs/decisions'))
  mkdirSync(join(folder, 'loader'))
  writeFileSync(join(folder, 'loader/widgetLoader.js'), 'var x')
  const page = (name: string, text: string) => writeFileSync(join(folder, `docs/${name}.html`), text)
  page('index', '<p>home of https://SERVICE</p>')
  page(
    'embedding',
    '<p>"https://SERVICE/widgetLoader" wss://SERVICE, list SERVICE; curl "https://API_SERVICE/api" <i>integrity</i>="INTEGRITY" /widgetLoader/VERSION.js VERSION MY_SERVICE</p>',
  )
  page('decisions/0001-first', '<p>decided</p>')
  page('not-found', '<p>No such page</p>')
  writeFileSync(join(folder, 'docs/assets/script-1.js'), 'void 0')
  app = await serve(folder, { widget: 'widget.test' })
})
afterAll(() => rmSync(folder, { recursive: true }))

const fetchPage = (servingApp: App, url: string, headers: Record<string, string> = {}) =>
  servingApp.fetch(new Request(url, { headers }))
const get = (path: string, headers?: Record<string, string>) =>
  fetchPage(app, `http://widget.test${path}`, headers)

describe('a page', () => {
  test('may only run the documentation’s own scripts', async () => {
    const response = await get('/docs')
    expect(response.status).toBe(200)
    const policy = response.headers.get('content-security-policy')!
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
    expect(policy).not.toContain('unsafe')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-request-id': expect.any(String) as string,
    })
    expect(await (await get('/docs/decisions/0001-first')).text()).toBe('<p>decided</p>')
  })

  test('is compressed, and 304 if the client has it', async () => {
    const response = await get('/docs', { 'Accept-Encoding': 'br' })
    expect(response.headers.get('content-encoding')).toBe('br')
    const text = brotliDecompressSync(Buffer.from(await response.arrayBuffer())).toString()
    expect(text).toBe('<p>home of https://widget.test</p>')
    const etag = response.headers.get('etag')!
    expect((await get('/docs', { 'Accept-Encoding': 'br', 'If-None-Match': etag })).status).toBe(304)
  })

  test('that does not exist gets an HTML page with status 404, unlike a missing file of a page', async () => {
    const response = await get('/docs/none')
    expect([response.status, await response.text()]).toEqual([404, '<p>No such page</p>'])
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(await problemOf(await get('/docs/assets/none.js'))).toMatchObject({ code: 'route-unknown' })
    for (const path of ['/docs/../loader/widgetLoader', '/docs/..%2findex', '/docs/constructor'])
      expect((await get(path)).status, path).toBe(404)
  })

  test.each(['/docs/', '/docs/index', '/docs/embedding/', '/docs/embedding.md', '/docs/embedding.html'])(
    '%s redirects to the page’s canonical address',
    async (path) => {
      const response = await get(`${path}?q=1`)
      const location = path.includes('embedding') ? '/docs/embedding?q=1' : '/docs?q=1'
      expect([response.status, response.headers.get('location')]).toEqual([308, location])
    },
  )

  test('loads scripts and styles that are cached as immutable', async () => {
    const response = await get('/docs/assets/script-1.js')
    expect(await response.text()).toBe('void 0')
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  })
})

describe('sample code', () => {
  test('names the host that serves it, and the newest loader by its hash', async () => {
    const named = await serve(folder, { widget: 'widget.example:8443' })
    const text = await (await fetchPage(named, 'https://widget.example:8443/docs/embedding')).text()
    expect(text).toMatch(
      /^<p>"https:\/\/widget\.example:8443\/widgetLoader" wss:\/\/widget\.example:8443, list widget\.example:8443; curl "https:\/\/widget\.example:8443\/api" <i>integrity<\/i>="sha384-[\w+/]{64}" \/widgetLoader\/1\.2\.3\.js VERSION MY_SERVICE<\/p>$/,
    )
  })

  test.each(['localhost:8080', '127.0.0.1:8080', 'widget.localhost'])(
    'uses plain http on a developer’s machine: %s',
    async (host) => {
      const local = await serve(folder)
      const text = await (await fetchPage(local, `http://${host}/docs/embedding`)).text()
      expect(text).toContain(`"http://${host}/widgetLoader" ws://${host},`)
    },
  )

  test('names no invented host, and builds no page for it', async () => {
    const open = await serve(folder)
    const pageFor = async (host: string) => {
      const response = await fetchPage(open, `http://${host}/docs/embedding`)
      return [await response.text(), response.headers.get('etag')]
    }
    const expected = await pageFor('elsewhere.test')
    expect(expected[0]).toContain('"https://SERVICE/widgetLoader"')
    expect(expected[0]).toContain('curl "https://API_SERVICE/api"')
    const local = ['localhost:1', 'localhost:2', 'a.localhost']
    for (const host of local) expect((await pageFor(host))[0]).toContain(`"http://${host}/widgetLoader"`)
    const hash = vi.spyOn(nodeCrypto, 'createHash')
    syncBuiltinESMExports()
    // Every port of the local machine is a host name.
    for (const host of ['other.test', 'localhost:3', 'b.localhost', '127.0.0.1'])
      expect(await pageFor(host), host).toEqual(expected)
    for (const host of local) await pageFor(host)
    expect(hash).not.toHaveBeenCalled()
    hash.mockRestore()
    syncBuiltinESMExports()
  })

  test('names the host of each door, regardless of the host of the request', async () => {
    const restricted = await serve(folder, {
      gateway: 'api.test',
      legacy: 'legacy.test',
      widget: 'widget.test',
    })
    for (const host of ['api.test', 'widget.test']) {
      const text = await (await fetchPage(restricted, `https://${host}/docs/embedding`)).text()
      expect(text).toContain('"https://widget.test/widgetLoader"')
      expect(text).toContain('curl "https://api.test/api"')
    }
    expect((await fetchPage(restricted, 'https://elsewhere.test/docs')).status).toBe(421)
  })
})

test('without a build, each response names the build command', async () => {
  const unbuiltApp = await serve(join(folder, 'none'))
  for (const path of ['/docs', '/docs/embedding', '/docs/assets/script-1.js'])
    expect(await problemOf(await fetchPage(unbuiltApp, `http://widget.test${path}`)), path).toMatchObject({
      code: 'unavailable',
      detail: 'The documentation has not been built. Run npm run build.',
    })
})

test.each([
  ['/docs/mobile', '/docs/mobile'],
  ['/docs/mobile/', '/docs/mobile'],
  ['/docs/mobile.md', '/docs/mobile'],
  ['/docs/mobile.html/', '/docs/mobile'],
  ['/docs/index', '/docs'],
  ['/docs/index.md', '/docs'],
  ['/docs/a/index/index.html//', '/docs/a'],
  ['/docs.md.x', '/docs.md.x'],
])('%s has its page at %s', (path, page) => {
  expect(canonicalPath(path)).toBe(page)
})

test('a path of slashes redirects in linear time, and a path of over 2 KB is 414 at every route', async () => {
  const get = (path: string) => app.fetch(new Request(`http://widget.test${path}`))
  const slashes = await get(`/docs/mobile${'/'.repeat(2000)}`)
  expect([slashes.status, slashes.headers.get('location')]).toEqual([308, '/docs/mobile'])
  // 31 KB of slashes and a character: a regular expression with a repeated group would try every split.
  for (const path of [`/docs${'/'.repeat(31_000)}x`, `/api/${'a'.repeat(2100)}`, `/${'%41'.repeat(700)}`]) {
    const response = await get(path)
    expect([response.status, response.headers.get('content-type')], path.slice(0, 20)).toEqual([
      414,
      'application/problem+json',
    ])
    expect(await response.json()).toEqual({
      type: 'about:blank',
      title: 'URI Too Long',
      status: 414,
      detail: 'Send a path of 2048 characters at most.',
      requestId: response.headers.get('x-request-id'),
    })
  }
})
