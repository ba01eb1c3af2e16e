/** The document's skeleton is the app's own first picture, so that its taking over changes nothing. */
import '#app/ui/base.css'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  type FirstPicture,
  readFirstPicture,
  skeletonName,
  type Skeletons,
} from '#contract/api/initial-frame.ts'
import { directionOf, locales } from '#contract/text/locales.ts'
import { widgetTypes } from '#contract/bridge/options.ts'
import { makeFakeTransport } from '#app/testing/fake-transport.ts'
import type { Stop } from '#app/state/stop.ts'
import { renderSkeletons } from './skeletons.tsx'
import { startApp } from '#app/boot/start.tsx'

const address = location.href
let skeletons: Skeletons
let root: HTMLElement
let stop: Stop | undefined

beforeEach(async () => {
  // oxlint-disable-next-line no-restricted-globals -- what the user chose in another test
  localStorage.clear()
  vi.stubGlobal('fetch', vi.fn())
  skeletons ??= await renderSkeletons()
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

/** The document's content as a browser parses it. */
function written(picture: FirstPicture): Element {
  const parsed = new DOMParser().parseFromString(skeletons[skeletonName(picture)] ?? '', 'text/html')
  return document.importNode(parsed.body, true)
}

/** The first render of an app with this frame address, before any message of the page. */
async function shownFirst(query: string): Promise<HTMLElement> {
  const given = new URL(address)
  given.search = query
  history.replaceState(null, '', given)
  stop = await startApp({ root, open: makeFakeTransport('https://partner.example').open })
  await expect.poll(() => root.childElementCount).toBe(1)
  return root
}

const layouts = ['', '&showHeader=false', '&showWhatPanel=false', '&showHeader=false&showWhatPanel=false']

test.each(
  locales.flatMap((locale) =>
    widgetTypes.flatMap((type) => layouts.map((layout) => `type=${type}&locale=${locale}${layout}`)),
  ),
)('%s', async (query) => {
  const picture = readFirstPicture(new URLSearchParams(query))
  const skeleton = written(picture)
  expect(skeleton.children).toHaveLength(1)
  expect([...(await shownFirst(query)).children].map((child) => child.outerHTML)).toEqual(
    [...skeleton.children].map((child) => child.outerHTML),
  )
  expect(document.documentElement.dir).toBe(directionOf(picture.locale))
  // The policy of the document lets no style but those of its style sheets come through.
  expect(skeleton.querySelector('[style], style, script')).toBeNull()
  expect(fetch).not.toHaveBeenCalled()
})

test('it is small: the document goes uncompressed', () => {
  for (const [name, html] of Object.entries(skeletons)) expect(new Blob([html]).size, name).toBeLessThan(5500)
})

test('the density of the address is the first one, and the user’s own wins', async () => {
  await shownFirst('density=compact')
  expect(document.documentElement.dataset['density']).toBe('compact')
  stop?.()
  // oxlint-disable-next-line no-restricted-globals -- what the user chose in an earlier frame
  localStorage.setItem('appearance', '{"density":"comfortable"}')
  await shownFirst('density=compact')
  expect(document.documentElement.dataset['density']).toBe('comfortable')
})
