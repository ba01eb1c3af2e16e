import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorSentences } from '#contract/bridge/error-sentences.ts'
import { readSiteFiles } from '#service/server/files/site-files.ts'
import { makeTestService, problemOf } from '#service/testing/test-service.ts'
import { createApp } from '#service/http/app.ts'
import type { App } from '#service/http/app.ts'

const loader = 'var serviceWidgetLoader=(function(){return{}})();'
/** Loaders of the earlier releases, by version. */
const releases = { '1.2.2': 'var older', '1.10.0': 'var newer' }
let folder: string
let app: App
/** The service with the files of these folders. */
async function serve(dist: string, version: string): Promise<App> {
  const folders = {
    dist,
    releases: join(dist, 'releases'),
    playground: join(import.meta.dirname, '../../../public'),
  }
  return createApp((await makeTestService()).service, await readSiteFiles(folders, version))
}
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dist-'))
  mkdirSync(join(folder, 'app/app'), { recursive: true })
  mkdirSync(join(folder, 'app/assets'), { recursive: true })
  mkdirSync(join(folder, 'loader'))
  mkdirSync(join(folder, 'playground'))
  writeFileSync(join(folder, 'playground/widget-colors.js'), 'export {}')
  writeFileSync(
    join(folder, 'app/app/index.html'),
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<script type="module" crossorigin src="/assets/app-1.js"></script>\n<link rel="modulepreload" crossorigin href="/assets/b.js">\n<link rel="stylesheet" crossorigin href="/assets/app.css">\n</head><body></body></html>',
  )
  writeFileSync(join(folder, 'app/assets/app-1.js'), 'export {}')
  writeFileSync(join(folder, 'loader/widgetLoader.js'), loader)
  for (const [version, content] of Object.entries(releases)) {
    mkdirSync(join(folder, 'releases', version), { recursive: true })
    writeFileSync(join(folder, 'releases', version, 'widgetLoader.js'), content)
    writeFileSync(join(folder, 'releases', version, 'release.json'), '{"protocol":1}')
  }
  app = await serve(folder, '1.2.3')
})
afterAll(() => rmSync(folder, { recursive: true }))

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  app.fetch(new Request(`http://widget.test:8080${path}`, { headers, method }))

describe('the loader', () => {
  test('is readable from any page, cached for minutes, and sets no cookie', async () => {
    const response = await get('/widgetLoader')
    expect(await response.text()).toBe(loader)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=300, stale-while-revalidate=86400',
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
      vary: 'Accept-Encoding',
    })
    expect(response.headers.get('set-cookie')).toBeNull()
  })

  test('is compressed if the client accepts it, and 304 if the client has it', async () => {
    const compressed = await get('/widgetLoader', { 'Accept-Encoding': 'gzip, br;q=0.9' })
    expect(compressed.headers.get('content-encoding')).toBe('br')
    expect(brotliDecompressSync(Buffer.from(await compressed.arrayBuffer())).toString()).toBe(loader)
    const etag = compressed.headers.get('etag')!
    const secondResponse = await get('/widgetLoader', {
      'Accept-Encoding': 'br',
      'If-None-Match': `"x", W/${etag}`,
    })
    expect([secondResponse.status, await secondResponse.text(), secondResponse.headers.get('etag')]).toEqual([
      304,
      '',
      etag,
    ])
    expect(
      (await get('/widgetLoader', { 'If-None-Match': etag })).status,
      'each encoding has its own ETag',
    ).toBe(200)
    expect(
      (await get('/widgetLoader', { 'Accept-Encoding': 'br;q=0, gzip' })).headers.get('content-encoding'),
    ).toBe('gzip')
    const head = await get('/widgetLoader', {}, 'HEAD')
    expect([head.status, await head.text(), head.headers.get('content-length')]).toEqual([
      200,
      '',
      String(loader.length),
    ])
  })

  test('has a permanent address and a published hash per version, earlier releases included', async () => {
    const versions = (await (await get('/widgetLoader/versions.json')).json()) as {
      latest: string
      versions: { version: string; protocol: number; integrity: string; bytes: number }[]
    }
    expect(versions.latest).toBe('1.2.3')
    expect(versions.versions.map(({ version, protocol }) => [version, protocol])).toEqual([
      ['1.10.0', 1],
      ['1.2.3', 1],
      ['1.2.2', 1],
    ])
    for (const { version, integrity, bytes } of versions.versions) {
      const script = await get(`/widgetLoader/${version}.js`)
      expect(script.headers.get('cache-control')).toContain('immutable')
      const text = await script.text()
      expect(text).toBe({ ...releases, '1.2.3': loader }[version])
      expect([integrity, bytes]).toEqual([
        `sha384-${createHash('sha384').update(text).digest('base64')}`,
        text.length,
      ])
    }
    expect((await get('/widgetLoader/9.9.9.js')).status).toBe(404)
    expect((await get('/widgetLoader/1.2.2')).status).toBe(404)
  })

  test('lists each version with its script tag for the requested host', async () => {
    const firstTagAt = async (host: string) => {
      const response = await app.fetch(new Request(`${host}/widgetLoader/versions.json`))
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      const { versions } = (await response.json()) as { versions: { integrity: string; tag: string }[] }
      const [{ integrity, tag }] = versions as [{ integrity: string; tag: string }]
      expect(tag).toContain(`integrity="${integrity}" crossorigin="anonymous"></script>`)
      return tag.slice(0, tag.indexOf(' integrity'))
    }
    const behindTls = await firstTagAt('http://widget.test')
    expect(behindTls).toBe('<script src="https://widget.test/widgetLoader/1.10.0.js"')
    const locally = await firstTagAt('http://localhost:8080')
    expect(locally).toBe('<script src="http://localhost:8080/widgetLoader/1.10.0.js"')
  })

  test('sends 304 for the list of versions until the list changes', async () => {
    const etag = (await get('/widgetLoader/versions.json')).headers.get('etag')!
    expect((await get('/widgetLoader/versions.json', { 'If-None-Match': etag })).status).toBe(304)
    const elsewhere = new Request('http://other.test/widgetLoader/versions.json', {
      headers: { 'If-None-Match': etag },
    })
    expect((await app.fetch(elsewhere)).status).toBe(200)
  })

  test('serves the JSON Schema of the trade ticket to any page', async () => {
    const response = await get('/widgetLoader/trade-ticket.schema.json')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('content-type')).toBe('application/schema+json')
    expect(await response.json()).toMatchObject({ title: 'TradeTicket', type: 'object' })
  })

  test('a released version takes precedence over a build with the same version', async () => {
    const rebuiltApp = await serve(folder, '1.2.2')
    const response = await rebuiltApp.fetch(new Request('http://widget.test/widgetLoader/1.2.2.js'))
    expect(await response.text()).toBe(releases['1.2.2'])
  })

  test('accepts GET and HEAD only', async () => {
    const response = await get('/widgetLoader', {}, 'POST')
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })
})

test('the error sentences are JSON for any page, cached for minutes, without account data', async () => {
  const response = await get('/widgetLoader/errors.json')
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/json',
    'cache-control': 'public, max-age=300',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  })
  expect(await response.json()).toEqual(errorSentences)
})

describe('the frame’s document', () => {
  test('has theme, language and direction before its first paint', async () => {
    const html = async (query: string) => (await get(`/widget${query}`)).text()
    expect(await html('')).toContain('<html lang="en" dir="ltr" data-theme="light"')
    expect(await html('?theme=dark&locale=ar')).toMatch(
      /<html lang="ar" dir="rtl" data-theme="dark"[^>]*>[\s\S]*<meta name="color-scheme" content="dark">/,
    )
    expect(await html('?theme=three-panel-light&locale=pt')).toContain(
      '<html lang="pt-BR" dir="ltr" data-theme="three-panel-light"',
    )
    for (const [theme, scheme] of [
      ['three-panel-dark', 'dark'],
      ['auto', 'light dark'],
    ])
      expect(await html(`?theme=${theme}`)).toMatch(
        new RegExp(`data-theme="${theme}"[^>]*>[^]*<meta name="color-scheme" content="${scheme}">`),
      )
    const withInvalidValues = await html('?theme=%22%3E%3Cscript%3E&locale=%22%3E')
    expect(withInvalidValues).toContain('<html lang="en" dir="ltr" data-theme="light"')
  })

  test('has after a reload the theme that SET_THEME has set, not that of its address', async () => {
    const html = async (Cookie: string) => (await get('/widget?theme=light&i=mine-0123', { Cookie })).text()
    expect(await html('a=b; sw-theme-mine-0123=dark')).toMatch(
      /data-theme="dark"[\s\S]*<meta name="color-scheme" content="dark">/,
    )
    expect(await html('sw-theme-other-0123=dark'), 'another widget').toContain('data-theme="light"')
    expect(await html('sw-theme-mine-0123="><script>')).toContain('data-theme="light"')
  })

  test('may only run its own scripts and connect to its own address', async () => {
    const response = await get('/widget', { 'Sec-Fetch-Dest': 'iframe' })
    const html = await response.text()
    const policy = response.headers.get('content-security-policy')!
    const nonce = /'nonce-([^']+)'/.exec(policy)![1]!
    expect(html).toContain(`<script nonce="${nonce}" type="module"`)
    expect(html).toContain(`<link rel="modulepreload" nonce="${nonce}"`)
    // The policy as a whole: service/http/response/security-headers.test.ts, statement 53.
    expect(policy).toContain("connect-src 'self' ws://widget.test:8080 wss://widget.test:8080;")
    expect(policy).toContain('report-to csp')
    const reported = await app.fetch(
      new Request('http://widget.test:8080/policy-reports', {
        method: 'POST',
        headers: { 'Content-Type': 'application/reports+json' },
        body: '[]',
      }),
    )
    expect(reported.status).toBe(204)
  })

  test('as a top-level page it responds with a help page, unless a web view requests the document', async () => {
    expect(await (await get('/widget', { 'Sec-Fetch-Dest': 'document' })).text()).toContain(
      'part of a widget',
    )
    expect(await (await get('/widget?toplevel=1', { 'Sec-Fetch-Dest': 'document' })).text()).toContain(
      'data-theme',
    )
  })
})

test('assets are immutable, and no path leaves their folder', async () => {
  const asset = await get('/assets/app-1.js')
  expect([asset.status, asset.headers.get('cache-control')]).toEqual([
    200,
    'public, max-age=31536000, immutable',
  ])
  for (const path of [
    '/assets/none.js',
    '/assets/../app/index.html',
    '/assets/..%2fapp%2findex.html',
    '/help/none',
    '/help/constructor',
    '/',
  ]) {
    expect(await problemOf(await get(path)), path).toMatchObject({ code: 'route-unknown' })
  }
  expect(await (await get('/help/faq')).text()).toContain('Where do the ideas come from?')
  expect(await (await get('/help/disclosures')).text()).toContain('href="https://www.theocc.com/')
})

describe('the playground', () => {
  test('has the files of its folders, and no others', async () => {
    for (const path of ['', 'demo.js', 'brand/panel.js', 'brand/brand.css']) {
      const response = await get(`/docs/playground/${path}`)
      expect(response.status, path).toBe(200)
      expect(response.headers.get('content-security-policy')).toContain("script-src 'self'")
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
    }
    for (const path of ['server.ts', 'brand/none.js', 'brand/brand.browser.test.ts', 'brand/..%2Fserver.ts'])
      expect(await problemOf(await get(`/docs/playground/${path}`)), path).toMatchObject({
        code: 'route-unknown',
      })
  })

  test('has the widget’s colours, which pages of every origin may import', async () => {
    const response = await get('/docs/playground/widget-colors.js')
    expect(await response.text()).toBe('export {}')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    })
  })
})

test('without a build it responds `unavailable`', async () => {
  const unbuiltApp = await serve(join(folder, 'none'), '1.2.3')
  for (const path of ['/widget', '/widgetLoader', '/widgetLoader/versions.json']) {
    const response = await unbuiltApp.fetch(new Request(`http://widget.test${path}`))
    expect(await problemOf(response)).toMatchObject({ code: 'unavailable' })
  }
})

describe('files and pages, like all routes,', () => {
  const paths = ['/widgetLoader', '/widgetLoader/1.2.2.js', '/assets/app-1.js', '/widget', '/help/faq']

  test('have the request id and the security headers, and are counted by route', async () => {
    for (const path of [...paths, '/assets/none.js', '/help/none']) {
      expect(Object.fromEntries((await get(path)).headers), path).toMatchObject({
        'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
      })
    }
    const metrics = await (await get('/metrics')).text()
    for (const name of ['loader', 'releasedLoader', 'asset', 'frame', 'help'])
      expect(metrics).toContain(`service_requests_total{route="${name}",status="200"}`)
    expect(metrics).toContain('service_requests_total{route="asset",status="404"}')
  })

  test('have no Content-Security-Policy if any page may use the file; an error has one', async () => {
    expect((await get('/assets/app-1.js')).headers.get('content-security-policy')).toBeNull()
    const missing = await get('/assets/none.js')
    expect(missing.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(missing.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('refuse other methods with 405 and `Allow`', async () => {
    for (const path of paths) {
      const response = await get(path, {}, 'PUT')
      expect(response.headers.get('allow')).toBe('GET, HEAD')
      expect(await problemOf(response)).toMatchObject({ code: 'method-refused', detail: 'Use GET.' })
    }
    const reports = await get('/policy-reports')
    expect([reports.status, reports.headers.get('allow')]).toEqual([405, 'POST'])
  })

  test('are served at the widget’s host names only', async () => {
    const hosts = { gateway: 'api.test', legacy: 'legacy.test', widget: 'widget.test' }
    const { service } = await makeTestService({ hosts })
    const folders = { dist: folder, releases: folder, playground: folder }
    const restricted = createApp(service, await readSiteFiles(folders, '1.2.3'))
    const fetchLoader = (host: string) => restricted.fetch(new Request(`http://${host}/widgetLoader`))
    expect((await fetchLoader('widget.test')).status).toBe(200)
    expect(await problemOf(await fetchLoader('api.test'))).toMatchObject({ code: 'route-unknown' })
    expect(await problemOf(await fetchLoader('elsewhere.test'))).toMatchObject({ code: 'host-unknown' })
  })
})
