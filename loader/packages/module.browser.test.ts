import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createLoader } from '../loader.ts'
import { type LoaderFailure, loadServiceWidget, type ServiceWidgetLoader } from './module.ts'

const page = window as unknown as {
  serviceWidgetLoader?: ServiceWidgetLoader
  fakeLoader?: (script: HTMLScriptElement) => void
}
const loader = createLoader(new URL('/loader/fake-frame.html', location.href))
/** No two tests share an address, and so a load. */
let count = 0
const address = () => `${location.origin}/loader/packages/fake-loader.js?${(count += 1)}`
/** A port that browsers block: fails at once. */
const unreachable = () => `http://127.0.0.1:9/widgetLoader?${(count += 1)}`
const tags = () => document.head.querySelectorAll('script[src*="fake-loader"], script[src*="widgetLoader"]')
const failureOf = (loading: Promise<unknown>) =>
  loading.catch((error: unknown) => error) as Promise<LoaderFailure>

/** What ran, in order; the loader is there from the `from`-th script on. */
let ran: HTMLScriptElement[]
function serve(from = 1): void {
  page.fakeLoader = (script) => {
    ran.push(script)
    if (ran.length >= from) page.serviceWidgetLoader = loader
  }
}

beforeEach(() => {
  ran = []
  serve()
})
afterEach(() => {
  tags().forEach((tag) => tag.remove())
  delete page.serviceWidgetLoader
  delete page.fakeLoader
  vi.restoreAllMocks()
})

test('inserts the script once for concurrent calls', async () => {
  const src = address()
  const all = await Promise.all([loadServiceWidget({ src }), loadServiceWidget({ src })])
  expect(all).toEqual([loader, loader])
  expect(await loadServiceWidget({ src })).toBe(loader)
  expect(tags()).toHaveLength(1)
})

test('uses a loader that is already on the page', async () => {
  page.serviceWidgetLoader = loader
  expect(await loadServiceWidget({ src: address() })).toBe(loader)
  expect(tags()).toHaveLength(0)
})

test('ignores an element with the loader’s id', async () => {
  const place = Object.assign(document.createElement('div'), { id: 'serviceWidgetLoader' })
  document.body.append(place)
  onTestFinished(() => place.remove())
  expect(page.serviceWidgetLoader).toBe(place)
  expect(await loadServiceWidget({ src: address() })).toBe(loader)
  expect(tags()).toHaveLength(1)
})

test('retries a failure with a new tag, and removes the failed one', async () => {
  serve(2)
  expect(await loadServiceWidget({ src: address() })).toBe(loader)
  expect(ran).toHaveLength(2)
  expect(ran[0]).not.toBe(ran[1])
  expect([...tags()]).toEqual([ran[1]])
})

test('rejects with a typed reason after the last failure, and the next call starts over', async () => {
  serve(2)
  const src = address()
  const failure = await failureOf(loadServiceWidget({ src, retries: 0 }))
  expect(failure).toBeInstanceOf(Error)
  expect(failure).toMatchObject({
    name: 'ServiceWidgetError',
    code: 'NETWORK',
    message: `NETWORK: ${src} is not the loader`,
    docs: `${location.origin}/docs/errors#NETWORK`,
  })
  expect(tags()).toHaveLength(0)
  expect(await loadServiceWidget({ src, retries: 0 })).toBe(loader)
})

test('reports an unreachable service', async () => {
  const src = unreachable()
  const failure = await failureOf(loadServiceWidget({ src, retries: 0 }))
  expect(failure.code).toBe('NETWORK')
  expect(failure.message).toContain(`NETWORK: cannot load ${src}: `)
})

test('reports a timeout', async () => {
  vi.spyOn(document.head, 'append').mockImplementation(() => undefined)
  const src = address()
  const failure = await failureOf(loadServiceWidget({ src, retries: 0, timeoutMs: 10 }))
  expect(failure).toMatchObject({ code: 'TIMEOUT', message: `TIMEOUT: no answer from ${src} in 10 ms` })
})

test.each(['javascript:alert(1)', 'data:text/javascript,alert(1)', 'ftp://widget.example/widgetLoader'])(
  'no script comes from %s',
  async (src) => {
    const append = vi.spyOn(document.head, 'append')
    const failure = await failureOf(loadServiceWidget({ src }))
    expect(failure.message).toMatch(/^BAD_OPTION: src must be /)
    expect(failure.code).toBe('BAD_OPTION')
    expect(append).not.toHaveBeenCalled()
  },
)

test('a pinned script runs with the right hash only, and carries the nonce', async () => {
  const src = address()
  const text = await (await fetch(src)).arrayBuffer()
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-384', text))
  const integrity = `sha384-${btoa(String.fromCharCode(...digest))}`
  const wrong = integrity.replace(/-..../, '-AAAA')
  const failure = await failureOf(loadServiceWidget({ src: address(), integrity: wrong, retries: 0 }))
  expect(failure.code).toBe('NETWORK')
  expect(ran).toHaveLength(0)
  await loadServiceWidget({ src, integrity, nonce: 'n0nce' })
  expect(ran.map(({ nonce, crossOrigin }) => [nonce, crossOrigin])).toEqual([['n0nce', 'anonymous']])
})

// Last: a policy cannot be taken back.
test('reports a Content-Security-Policy that forbids the script, without a retry', async () => {
  const policy = document.createElement('meta')
  policy.httpEquiv = 'Content-Security-Policy'
  policy.content = "script-src 'self' 'unsafe-inline' 'unsafe-eval' blob: data:"
  document.head.append(policy)
  const append = vi.spyOn(document.head, 'append')
  const src = `${location.protocol}//blocked.localhost:${location.port}/widgetLoader`
  const failure = await failureOf(loadServiceWidget({ src }))
  expect(failure.code).toBe('CSP_BLOCKED')
  expect(failure.message).toMatch(new RegExp(`^CSP_BLOCKED: .*script-src ${src}$`))
  expect(append).toHaveBeenCalledOnce()

  const types = document.createElement('meta')
  types.httpEquiv = 'Content-Security-Policy'
  types.content = "require-trusted-types-for 'script'"
  document.head.append(types)
  const plain = await failureOf(loadServiceWidget({ src: address() }))
  expect(plain).toMatchObject({ code: 'CSP_BLOCKED', message: expect.stringContaining('TrustedScriptURL') })
  const { trustedTypes } = window as unknown as {
    trustedTypes: {
      createPolicy: (
        name: string,
        rules: object,
      ) => { createScriptURL: (url: string) => { toString: () => string } }
    }
  }
  const trusted = trustedTypes.createPolicy('partner', { createScriptURL: (url: string) => url })
  expect(await loadServiceWidget({ src: trusted.createScriptURL(address()) })).toBe(loader)
})
