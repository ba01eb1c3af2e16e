import { runInNewContext } from 'node:vm'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { bearer, makeTestService, partnerOrigin, problemOf } from '#service/testing/test-service.ts'
import { loaderOf, serveReleases } from './releases.fixture.ts'
import type { ReleasesFixture } from './releases.fixture.ts'

let site: ReleasesFixture
afterEach(() => site?.remove())
const open = async () => {
  site = await serveReleases('1.5.0', { kept: ['1.3.0', '1.4.0'], loadersOnly: ['1.2.0'] })
  const { operator } = site.service.service.access
  const available = { built: '1.5.0', keptApps: new Set(['1.3.0', '1.4.0']) }
  return { operator, available }
}
const appVersion = async (path: string) => /main-([\d.]+)\.js/.exec(await site.text(path))?.[1]

describe('the channels', () => {
  test('are both the build until the operator promotes a release', async () => {
    await open()
    for (const path of ['/widgetLoader', '/widgetLoader/next.js', '/widgetLoader/1.5.0.js'])
      expect(await site.text(path)).toBe(loaderOf('1.5.0'))
    expect(await appVersion('/widget')).toBe('1.5.0')
  })

  test('stable is the promoted release, loader and app; next stays the build', async () => {
    const { operator, available } = await open()
    await operator.promoteRelease('1.3.0', available)
    expect(await site.text('/widgetLoader')).toBe(loaderOf('1.3.0'))
    expect(await site.text('/widgetLoader/next.js')).toBe(loaderOf('1.5.0'))
    expect(await appVersion('/widget')).toBe('1.3.0')
    expect(await appVersion('/widget/next')).toBe('1.5.0')
    await operator.promoteRelease('1.5.0', available)
    expect(await appVersion('/widget')).toBe('1.5.0')
  })

  test('a version of which only the loader is kept goes on with the stable app', async () => {
    const { operator, available } = await open()
    await operator.promoteRelease('1.4.0', available)
    expect(await site.text('/widgetLoader/1.2.0.js')).toBe(loaderOf('1.2.0'))
    expect(await appVersion('/widget/1.2.0')).toBe('1.4.0')
  })

  test('any page may fetch next, and nobody caches a channel for long', async () => {
    await open()
    for (const path of ['/widgetLoader', '/widgetLoader/next.js']) {
      const { headers } = await site.get(path)
      expect(headers.get('access-control-allow-origin')).toBe('*')
      expect(headers.get('cache-control')).toBe('public, max-age=300, stale-while-revalidate=86400')
    }
    expect((await site.get('/widgetLoader/1.4.0.js')).headers.get('cache-control')).toContain('immutable')
  })

  test('stay as they were while the store cannot be read', async () => {
    const { operator, available } = await open()
    await operator.promoteRelease('1.3.0', available)
    expect(await appVersion('/widget')).toBe('1.3.0')
    vi.spyOn(site.service.store.releases, 'list').mockRejectedValue(new Error('disk full'))
    site.service.advanceTime(120_000)
    expect(await appVersion('/widget')).toBe('1.3.0')
  })

  test('are the build if the store could never be read', async () => {
    await open()
    vi.spyOn(site.service.store.releases, 'list').mockRejectedValue(new Error('disk full'))
    expect(await appVersion('/widget')).toBe('1.5.0')
    expect(await site.text('/widgetLoader')).toBe(loaderOf('1.5.0'))
  })

  test('are in the list of versions, with the support window of each kept app', async () => {
    const { operator, available } = await open()
    await operator.promoteRelease('1.4.0', available)
    await operator.withdrawRelease('1.3.0', { reason: 'CVE-2027-1', includesLoader: false }, available)
    const list = JSON.parse(await site.text('/widgetLoader/versions.json')) as {
      versions: Record<string, unknown>[]
    }
    expect(list).toMatchObject({ latest: '1.5.0', stable: '1.4.0' })
    expect(
      list.versions.map(({ version, supportedUntil, withdrawn }) => [version, supportedUntil, withdrawn]),
    ).toEqual([
      ['1.5.0', null, null],
      ['1.4.0', '2027-12-01', null],
      ['1.3.0', '2027-12-01', 'CVE-2027-1'],
      ['1.2.0', null, null],
    ])
  })
})

describe('a withdrawn release', () => {
  const withdraw = async (includesLoader: boolean) => {
    const { operator, available } = await open()
    await operator.withdrawRelease(
      '1.3.0',
      { reason: 'CVE-2027-1: </script> in news', includesLoader },
      available,
    )
  }
  const message =
    'VERSION: release 1.3.0 was withdrawn on 2026-11-20: CVE-2027-1: </script> in news. Use the script tag of another release, which https://widget.test/widgetLoader/versions.json lists, or https://widget.test/widgetLoader.'

  test('answers the loader’s handshake with ERROR VERSION and the reason, and the heartbeat', async () => {
    await withdraw(false)
    const html = await site.text('/widget/1.3.0?theme=dark')
    const scripts = html.match(/<script nonce="[^"]+">(.*?)<\/script>/s)!
    const frame = new FakeFrame()
    runInNewContext(scripts[1]!, { window: frame.globals })
    expect(frame.posted).toEqual([
      { ns: 'service-widget', type: 'hello', protocol: 1, min: 1, app: '1.3.0', id: 'instance-1' },
    ])
    expect(frame.init()).toEqual([
      {
        type: 'event',
        name: 'ERROR',
        payload: { code: 'VERSION', message, docs: 'https://widget.test/docs/errors#VERSION' },
        state: 'error',
      },
      { type: 'pong' },
    ])
    expect(frame.logged).toEqual([message])
    // Its loader is still the pinned one, so that the hash matches and the page hears why.
    expect(await site.text('/widgetLoader/1.3.0.js')).toBe(loaderOf('1.3.0'))
  })

  test('tells a native app the reason through its bridge', async () => {
    await withdraw(false)
    const html = await site.text('/widget/1.3.0?toplevel=1')
    const posted: { type: string; payload?: { message: string } }[] = []
    const native = { postMessage: (text: string) => posted.push(JSON.parse(text) as (typeof posted)[0]) }
    const globals: Record<string, unknown> = { name: '', console: { error() {} }, ReactNativeWebView: native }
    globals['window'] = globals['parent'] = globals
    runInNewContext(/<script nonce="[^"]+">(.*?)<\/script>/s.exec(html)![1]!, { window: globals })
    expect(posted.map(({ type }) => type)).toEqual(['hello', 'event'])
    expect(posted[1]!.payload!.message).toBe(message)
  })

  test('has the policy of a frame, and is not cached', async () => {
    await withdraw(false)
    const { headers } = await site.get('/widget/1.3.0')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self' 'nonce-")
    expect(headers.get('cache-control')).toBe('private, no-store')
  })

  test('answers with a loader that reports the reason if its loader is withdrawn, too', async () => {
    await withdraw(true)
    const response = await site.get('/widgetLoader/1.3.0.js')
    expect(response.headers.get('cache-control')).toBe('public, max-age=300')
    const element = { textContent: '' }
    const logged: unknown[] = []
    const heard: unknown[] = []
    const globals: Record<string, unknown> = {
      document: { getElementById: () => element },
      console: { error: (text: string) => logged.push(text), log() {} },
      origin: 'https://partner.test',
      queueMicrotask: (call: () => void) => call(),
      heard,
    }
    globals['window'] = globals
    runInNewContext(await response.text(), { window: globals })
    runInNewContext(
      `const widget = window.serviceWidgetLoader.load('pro', { destinationId: 'ideas' })
       widget.on(widget.EventType.ERROR, (error) => heard.push(error.message))
       heard.push(window.serviceWidgetLoader.diagnose()[0].ERROR.message)`,
      globals,
    )
    expect(heard).toEqual([message, message])
    expect(logged).toEqual([message])
    expect(element.textContent).toBe('ERROR VERSION')
  })

  test('a release that this service does not have says so', async () => {
    await open()
    expect(await site.text('/widget/9.9.9')).toContain('VERSION: this service has no release 9.9.9.')
    expect((await site.get('/widgetLoader/9.9.9.js')).status).toBe(404)
  })

  test('is not served as stable; without another one the channel reports the reason', async () => {
    const { operator, available } = await open()
    await operator.promoteRelease('1.3.0', available)
    await operator.withdrawRelease('1.3.0', { reason: 'CVE-2027-1', includesLoader: false }, available)
    expect(await appVersion('/widget')).toBe('1.5.0')
    await operator.withdrawRelease('1.5.0', { reason: 'CVE-2027-2', includesLoader: false }, available)
    expect(await site.text('/widget')).toContain('release 1.5.0 was withdrawn')
    expect(await site.text('/widgetLoader')).toContain('release 1.5.0 was withdrawn')
    await operator.reinstateRelease('1.3.0')
    expect(await appVersion('/widget')).toBe('1.3.0')
  })
})

/** Globals of a frame whose parent answers `hello` with `init`. */
class FakeFrame {
  readonly posted: object[] = []
  readonly logged: string[] = []
  private receive: ((event: object) => void) | undefined
  private readonly parent = { postMessage: (message: object) => void this.posted.push({ ...message }) }
  readonly globals: Record<string, unknown> = {
    name: 'instance-1',
    parent: this.parent,
    console: { error: (text: string) => void this.logged.push(text) },
    addEventListener: (_: string, receive: (event: object) => void) => (this.receive = receive),
  }

  /** Sends messages of other windows, then the loader's `init` and a `ping`; returns what the port received. */
  init(): object[] {
    const received: object[] = []
    const port = {
      postMessage: (message: object) => void received.push(JSON.parse(JSON.stringify(message)) as object),
      onmessage: undefined as ((event: object) => void) | undefined,
    }
    const data = { ns: 'service-widget', type: 'init', id: 'instance-1', protocol: 1 }
    this.receive!({ data: null, source: this.parent, ports: [port] })
    this.receive!({ data, source: {}, ports: [port] })
    this.receive!({ data: { ...data, id: 'other' }, source: this.parent, ports: [port] })
    expect(received).toEqual([])
    this.receive!({ data, source: this.parent, ports: [port] })
    port.onmessage!({ data: { type: 'ping' } })
    return received
  }
}

describe('a session in the frame of next', () => {
  const referer = { Referer: 'http://widget.test/widget/next?type=pro&i=instance-1' }
  const openSession = async (
    apiKey: string,
    service: Awaited<ReturnType<typeof makeTestService>>,
    headers: object,
  ) => {
    const response = await service.post('/Token', { apiKey, userId: 'user-1' })
    const { access_token: token } = (await response.json()) as { access_token: string }
    return service.post(
      '/setCookie',
      { origin: partnerOrigin, instance: 'instance-1' },
      { ...bearer(token), ...headers },
    )
  }
  const keyOf = async (service: Awaited<ReturnType<typeof makeTestService>>, isTest: boolean) => {
    const { operator } = service.service.access
    const { id } = await operator.addPartner('Acme')
    await operator.addDomain(id, partnerOrigin)
    return (await operator.issueKey(id, 'widget', { mode: isTest ? 'test' : 'live' })).id
  }

  test('opens with a test key and a demo key, and is refused with a live key', async () => {
    const service = await makeTestService()
    const live = await keyOf(service, false)
    for (const key of [await keyOf(service, true), service.demo.apiKey])
      expect((await openSession(key, service, referer)).status).toBe(200)
    expect(await problemOf(await openSession(live, service, referer))).toMatchObject({
      code: 'credential-invalid',
      detail: expect.stringContaining(
        '/widgetLoader/next.js, which runs the next release with test keys only',
      ) as string,
    })
    for (const headers of [{}, { Referer: 'http://widget.test/widget/1.4.0?type=pro' }])
      expect((await openSession(live, service, headers)).status).toBe(200)
  })

  test('is recognised because only that frame sends its address', async () => {
    await open()
    expect((await site.get('/widget/next')).headers.get('referrer-policy')).toBe('same-origin')
    for (const path of ['/widget', '/widget/1.4.0'])
      expect((await site.get(path)).headers.get('referrer-policy')).toBe('no-referrer')
  })
})
