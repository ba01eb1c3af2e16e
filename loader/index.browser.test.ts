import { afterEach, expect, test, vi } from 'vitest'
import type { ServiceWidgetLoader } from './loader.ts'

let copyCount = 0
const page = window as unknown as { serviceWidgetLoader?: ServiceWidgetLoader }

/**
 * Adds a script tag with this address, and runs the loader script, which finds the tag by its
 * address.
 */
async function includeScript(address: string): Promise<void> {
  const tag = document.createElement('script')
  tag.type = 'text/plain'
  tag.src = address
  document.head.append(tag)
  copyCount += 1
  await import(/* @vite-ignore */ `./index.ts?copy=${copyCount}`)
}

afterEach(() => {
  document.head.querySelectorAll('script[type="text/plain"]').forEach((tag) => tag.remove())
  delete page.serviceWidgetLoader
  vi.restoreAllMocks()
})

test.each([
  ['https://widget.example/widgetLoader', '/widget'],
  ['https://widget.example/widgetLoader?x#y', '/widget'],
  ['https://widget.example/widgetLoader/1.0.0.js', '/widget/1.0.0'],
  ['https://widget.example/widgetLoader/1.0.0.js?x', '/widget/1.0.0'],
  ['https://widget.example/widgetLoader/next.js', '/widget/next'],
  ['https://widget.example/?is=widgetLoader', '/widget'],
])('the script %s defines one global, which opens the app %s at its own origin', async (address, path) => {
  const globalsBefore = new Set(Object.keys(window))
  await includeScript(address)
  expect(Object.keys(window).filter((name) => !globalsBefore.has(name))).toEqual(['serviceWidgetLoader'])
  expect(Object.keys(page.serviceWidgetLoader!)).toEqual(['load', 'EventType', 'version', 'warm', 'diagnose'])
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  expect(page.serviceWidgetLoader!.diagnose()[0].app).toBe(`https://widget.example${path}`)
})

test('calls that wait in the page’s queue get the loader; an element with the global’s name is no queue', async () => {
  const resolved: unknown[] = []
  const resolve = (name: string) => (loader: unknown) => resolved.push(name, loader)
  const queue = { queue: [resolve('first'), resolve('second')] } as unknown
  page.serviceWidgetLoader = queue as ServiceWidgetLoader
  await includeScript('https://widget.example/widgetLoader')
  expect(resolved).toEqual(['first', page.serviceWidgetLoader, 'second', page.serviceWidgetLoader])
  const form = document.createElement('form')
  form.innerHTML = '<input name="queue"><input name="queue">'
  page.serviceWidgetLoader = form as unknown as ServiceWidgetLoader
  await includeScript('https://widget.example/widgetLoader')
  expect(page.serviceWidgetLoader.version).toBeTruthy()
})

test('a second inclusion of the same version keeps the first copy, without a warning', async () => {
  const warn = vi.spyOn(console, 'warn')
  await includeScript('https://widget.example/widgetLoader')
  const first = page.serviceWidgetLoader
  await includeScript('https://widget.example/widgetLoader')
  expect(page.serviceWidgetLoader).toBe(first)
  expect(warn).not.toHaveBeenCalled()
})

test('a copy of another version logs a warning with both versions and changes nothing', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const otherCopy = { version: '9.1.0' } as ServiceWidgetLoader
  page.serviceWidgetLoader = otherCopy
  await includeScript('https://widget.example/widgetLoader')
  expect(page.serviceWidgetLoader).toBe(otherCopy)
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    'serviceWidgetLoader',
    '9.1.0',
    expect.stringMatching(/^\d+\.\d+\.\d+/),
  )
})

test.each(['module', 'exports', 'define'])(
  'defines the global on a page with a global `%s`',
  async (name) => {
    vi.stubGlobal(
      name,
      Object.assign(() => undefined, { amd: {}, exports: {} }),
    )
    await includeScript('https://widget.example/widgetLoader')
    expect(page.serviceWidgetLoader!.load).toBeTypeOf('function')
    vi.unstubAllGlobals()
  },
)
