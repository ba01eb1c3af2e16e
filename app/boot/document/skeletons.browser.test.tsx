/** The document's skeleton equals the app's first rendering, so that nothing changes when the app takes over. */
import '#app/ui/base.css'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  type InitialFrame,
  readInitialFrame,
  skeletonName,
  type Skeletons,
} from '#contract/api/initial-frame.ts'
import { directionOf, locales } from '#contract/text/locales.ts'
import { widgetTypes } from '#contract/bridge/options/options.ts'
import { makeFakeTransport } from '#app/testing/fake-transport.ts'
import type { Stop } from '#app/state/stop.ts'
import { renderSkeletons } from './skeletons.tsx'
import { startApp } from '#app/boot/start.tsx'

const address = location.href
let skeletons: Skeletons
const contractScript = '/assets/contract.js'
let root: HTMLElement
let stop: Stop | undefined

beforeEach(async () => {
  // oxlint-disable-next-line no-restricted-globals -- clears choices of another test
  localStorage.clear()
  vi.stubGlobal('fetch', vi.fn())
  skeletons ??= await renderSkeletons({ contractScript })
  root = document.createElement('div')
  root.style.blockSize = '768px'
  document.body.append(root)
})
afterEach(() => {
  stop?.()
  root.remove()
  history.replaceState(null, '', address)
  vi.unstubAllGlobals()
})

/** Parses a skeleton as a browser parses the document. */
function parseSkeleton(variant: InitialFrame): Element {
  const parsed = new DOMParser().parseFromString(skeletons[skeletonName(variant)] ?? '', 'text/html')
  return document.importNode(parsed.body, true)
}

/**
 * Starts an app with this query in the frame's address, and returns its first rendering, before any
 * page message.
 */
async function renderFirst(query: string): Promise<HTMLElement> {
  const url = new URL(address)
  url.search = query
  history.replaceState(null, '', url)
  stop = await startApp({ root, open: makeFakeTransport('https://partner.example').open })
  await expect.poll(() => root.childElementCount).toBe(1)
  return root
}

const layouts = ['', '&showHeader=false', '&showWhatPanel=false', '&showHeader=false&showWhatPanel=false']

test.each(
  locales.flatMap((locale) =>
    widgetTypes.flatMap((type) => layouts.map((layout) => `type=${type}&locale=${locale}${layout}`)),
  ),
)('the skeleton for %s equals the first rendering', async (query) => {
  const variant = readInitialFrame(new URLSearchParams(query))
  const skeleton = parseSkeleton(variant)
  const [outline, template, ...others] = skeleton.children
  expect(others).toEqual([])
  expect([...(await renderFirst(query)).children].map((child) => child.outerHTML)).toEqual([
    outline?.outerHTML,
  ])
  const isStrategies = variant.widgetType === 'proStrategies'
  expect(template?.localName).toBe(isStrategies || variant.options.showWhatPanel ? 'template' : undefined)
  expect((template as HTMLElement | undefined)?.dataset['script']).toBe(
    isStrategies ? contractScript : undefined,
  )
  expect(document.documentElement.dir).toBe(directionOf(variant.locale))
  // The document's policy allows no inline styles and scripts.
  expect(skeleton.innerHTML).not.toMatch(/ style=|<style|<script/)
  expect(fetch).not.toHaveBeenCalled()
})

test('outline and template have less than 14,000 bytes, because the document is sent uncompressed', () => {
  for (const [name, html] of Object.entries(skeletons)) {
    expect(new Blob([html.split('<template')[0]!]).size, name).toBeLessThan(5500)
    expect(new Blob([html]).size, name).toBeLessThan(14_000)
  }
})

test('the initial density is the address’s, or the user’s stored choice', async () => {
  await renderFirst('density=compact')
  expect(document.documentElement.dataset['density']).toBe('compact')
  stop?.()
  // oxlint-disable-next-line no-restricted-globals -- the user's choice in an earlier frame
  localStorage.setItem('appearance', '{"density":"comfortable"}')
  await renderFirst('density=compact')
  expect(document.documentElement.dataset['density']).toBe('comfortable')
})
