import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createLoader } from '../loader.ts'
import { type LoaderFailure, loadServiceWidget, type ServiceWidgetLoader } from './module.ts'

const page = window as unknown as {
  serviceWidgetLoader?: ServiceWidgetLoader
  fakeLoader?: (script: HTMLScriptElement) => void
}
const loader = createLoader(new URL('/loader/fake-frame.html', location.href))
/** Makes addresses unique, because the module caches loads by address. */
let addressCount = 0
const newAddress = () => `${location.origin}/loader/packages/fake-loader.js?${(addressCount += 1)}`
/** Browsers block this port, so the request fails at once. */
const newUnreachableAddress = () => `http://127.0.0.1:9/widgetLoader?${(addressCount += 1)}`
const tags = () => document.head.querySelectorAll('script[src*="fake-loader"], script[src*="widgetLoader"]')
const failureOf = (loading: Promise<unknown>) =>
  loading.catch((error: unknown) => error) as Promise<LoaderFailure>

/** The scripts that have run, in order. */
let executedScripts: HTMLScriptElement[]
/**
 * Defines the loader in the `firstWorking`-th script and later ones; earlier scripts define
 * nothing.
 */
function serve(firstWorking = 1): void {
  page.fakeLoader = (script) => {
    executedScripts.push(script)
    if (executedScripts.length >= firstWorking) page.serviceWidgetLoader = loader
  }
}

beforeEach(() => {
  executedScripts = []
  serve()
})
afterEach(() => {
  tags().forEach((tag) => tag.remove())
  delete page.serviceWidgetLoader
  delete page.fakeLoader
  vi.restoreAllMocks()
})

test('inserts the script once for concurrent calls', async () => {
  const src = newAddress()
  const loaders = await Promise.all([loadServiceWidget({ src }), loadServiceWidget({ src })])
  expect(loaders).toEqual([loader, loader])
  expect(await loadServiceWidget({ src })).toBe(loader)
  expect(tags()).toHaveLength(1)
})

test('uses a loader that is already on the page', async () => {
  page.serviceWidgetLoader = loader
  expect(await loadServiceWidget({ src: newAddress() })).toBe(loader)
  expect(tags()).toHaveLength(0)
})

test('ignores an element with the loader’s id', async () => {
  const box = Object.assign(document.createElement('div'), { id: 'serviceWidgetLoader' })
  document.body.append(box)
  onTestFinished(() => box.remove())
  expect(page.serviceWidgetLoader).toBe(box)
  expect(await loadServiceWidget({ src: newAddress() })).toBe(loader)
  expect(tags()).toHaveLength(1)
})

test('retries a failure with a new tag, and removes the failed one', async () => {
  serve(2)
  expect(await loadServiceWidget({ src: newAddress() })).toBe(loader)
  expect(executedScripts).toHaveLength(2)
  expect(executedScripts[0]).not.toBe(executedScripts[1])
  expect([...tags()]).toEqual([executedScripts[1]])
})

test('rejects with a typed reason after the last failure, and the next call starts over', async () => {
  serve(2)
  const src = newAddress()
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
  const src = newUnreachableAddress()
  const failure = await failureOf(loadServiceWidget({ src, retries: 0 }))
  expect(failure.code).toBe('NETWORK')
  expect(failure.message).toContain(`NETWORK: cannot load ${src}: is the address right?`)
})

test.each([undefined, null, '', ' '])(
  'an address that is %j is a BAD_OPTION, without a request',
  async (src) => {
    const append = vi.spyOn(document.head, 'append')
    const failure = await failureOf(loadServiceWidget({ src: src as string }))
    expect(failure).toMatchObject({ code: 'BAD_OPTION', message: expect.stringContaining('(no address)') })
    expect(append).not.toHaveBeenCalled()
  },
)

test('reports a timeout', async () => {
  vi.spyOn(document.head, 'append').mockImplementation(() => undefined)
  const src = newAddress()
  const failure = await failureOf(loadServiceWidget({ src, retries: 0, timeoutMs: 10 }))
  expect(failure).toMatchObject({ code: 'TIMEOUT', message: `TIMEOUT: no answer from ${src} in 10 ms` })
})

test.each(['javascript:alert(1)', 'data:text/javascript,alert(1)', 'ftp://widget.example/widgetLoader'])(
  'loads no script from %s',
  async (src) => {
    const append = vi.spyOn(document.head, 'append')
    const failure = await failureOf(loadServiceWidget({ src }))
    expect(failure.message).toMatch(/^BAD_OPTION: src must be /)
    expect(failure.code).toBe('BAD_OPTION')
    expect(append).not.toHaveBeenCalled()
  },
)

test('a pinned script runs only if its hash matches, and its tag has the nonce', async () => {
  const src = newAddress()
  const text = await (await fetch(src)).arrayBuffer()
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-384', text))
  const integrity = `sha384-${btoa(String.fromCharCode(...digest))}`
  const wrongIntegrity = integrity.replace(/-..../, '-AAAA')
  const failure = await failureOf(
    loadServiceWidget({ src: newAddress(), integrity: wrongIntegrity, retries: 0 }),
  )
  expect(failure.code).toBe('NETWORK')
  expect(executedScripts).toHaveLength(0)
  await loadServiceWidget({ src, integrity, nonce: 'n0nce' })
  expect(executedScripts.map(({ nonce, crossOrigin }) => [nonce, crossOrigin])).toEqual([
    ['n0nce', 'anonymous'],
  ])
})

// The last test, because a policy cannot be removed from the document.
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

  const trustedTypesPolicy = document.createElement('meta')
  trustedTypesPolicy.httpEquiv = 'Content-Security-Policy'
  trustedTypesPolicy.content = "require-trusted-types-for 'script'"
  document.head.append(trustedTypesPolicy)
  const plainUrlFailure = await failureOf(loadServiceWidget({ src: newAddress() }))
  expect(plainUrlFailure).toMatchObject({
    code: 'CSP_BLOCKED',
    message: expect.stringContaining('TrustedScriptURL'),
  })
  const { trustedTypes } = window as unknown as {
    trustedTypes: {
      createPolicy: (
        name: string,
        rules: object,
      ) => { createScriptURL: (url: string) => { toString: () => string } }
    }
  }
  const trusted = trustedTypes.createPolicy('partner', { createScriptURL: (url: string) => url })
  expect(await loadServiceWidget({ src: trusted.createScriptURL(newAddress()) })).toBe(loader)
})
