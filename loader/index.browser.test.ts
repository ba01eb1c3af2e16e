import { afterEach, expect, test, vi } from 'vitest'
import type { ServiceWidgetLoader } from './loader.ts'

let copies = 0
const page = window as unknown as { serviceWidgetLoader?: ServiceWidgetLoader }

/** Puts in a tag as a page would have it and runs the script, which knows the tag by its address. */
async function include(address: string): Promise<void> {
  const tag = document.createElement('script')
  tag.type = 'text/plain'
  tag.src = address
  document.head.append(tag)
  copies += 1
  await import(/* @vite-ignore */ `./index.ts?copy=${copies}`)
}

afterEach(() => {
  document.head.querySelectorAll('script[type="text/plain"]').forEach((tag) => tag.remove())
  delete page.serviceWidgetLoader
  vi.restoreAllMocks()
})

test.each([
  'https://widget.example/widgetLoader',
  'https://widget.example/widgetLoader/1.0.0.js',
  'https://widget.example/widgetLoader?x#y',
])('the service is where the script %s came from; one global is defined', async (address) => {
  const before = new Set(Object.keys(window))
  await include(address)
  expect(Object.keys(window).filter((name) => !before.has(name))).toEqual(['serviceWidgetLoader'])
  expect(Object.keys(page.serviceWidgetLoader!)).toEqual(['load', 'EventType', 'version', 'diagnose'])
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  expect(page.serviceWidgetLoader!.diagnose()[0].app).toBe('https://widget.example/widget')
})

test('a second inclusion keeps the first copy, without a warning', async () => {
  const warn = vi.spyOn(console, 'warn')
  await include('https://widget.example/widgetLoader')
  const first = page.serviceWidgetLoader
  await include('https://widget.example/widgetLoader')
  expect(page.serviceWidgetLoader).toBe(first)
  expect(warn).not.toHaveBeenCalled()
})

test('a copy of another major version warns with both versions and changes nothing', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const other = { version: '9.1.0' } as ServiceWidgetLoader
  page.serviceWidgetLoader = other
  await include('https://widget.example/widgetLoader')
  expect(page.serviceWidgetLoader).toBe(other)
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
    await include('https://widget.example/widgetLoader')
    expect(page.serviceWidgetLoader!.load).toBeTypeOf('function')
    vi.unstubAllGlobals()
  },
)
