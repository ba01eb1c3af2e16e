/** Widgets whose frame is prepared before their session: `warm`, and `loading: 'lazy'`. */
import { readFile } from 'node:fs/promises'
import { expect, test } from '#e2e/kit/fixtures.ts'
import type { HostPage } from '#e2e/kit/host-page.ts'

const warm = (host: HostPage, overrides: object = {}) =>
  host.page.evaluate(
    (overrides) => void window.serviceWidgetLoader!.warm(window.options(overrides)),
    overrides,
  )

/** Paths that the frame has requested from the service. */
const servicePaths = (host: HostPage) =>
  host.requests
    .filter((request) => request.frame() !== host.page.mainFrame())
    .map((request) => new URL(request.url()).pathname)

/** Paths of requests that belong to a session. */
const sessionPaths = (host: HostPage) =>
  servicePaths(host).filter((path) => /^\/(Token|setCookie|session|feed|api\/)/.test(path))

/** Waits until the app's code has been evaluated in the frame. */
async function appLoaded(host: HostPage): Promise<void> {
  await expect.poll(() => servicePaths(host).some((path) => /\/assets\/panels-/.test(path))).toBe(true)
}

test('warm prepares document, code and styles without a session; load uses the same frame', async ({
  host,
}) => {
  await host.open('60-warm')
  expect(servicePaths(host), 'nothing before the hint').toEqual([])
  await warm(host, { symbol: 'AAPL' })
  await appLoaded(host)
  expect(sessionPaths(host)).toEqual([])
  const frame = host.box().locator('iframe')
  await expect(frame).toBeHidden()
  expect((await host.box().boundingBox())?.height ?? 0, 'takes no space').toBe(0)
  const [address, documents] = [await frame.getAttribute('src'), host.count('/widget')]

  await host.start({ symbol: 'AAPL' })
  await host.ready()
  await host.widget.why.shows('AAPL')
  await expect(frame).toBeVisible()
  await expect(host.frames).toHaveCount(1)
  expect(await frame.getAttribute('src')).toBe(address)
  expect(host.count('/widget'), 'the document is not fetched again').toBe(documents)
  expect(host.count('/Token')).toBe(1)
  expect(await host.receivedPayloads('ERROR')).toEqual([])
})

test('a lazy widget is prepared by warm too, and opens its session once it is displayed', async ({
  host,
}) => {
  await host.open('60-warm')
  await warm(host, { loading: 'lazy' })
  await appLoaded(host)
  expect(sessionPaths(host)).toEqual([])
  await host.start({ loading: 'lazy' })
  await host.ready()
  expect(host.count('/widget')).toBe(1)
  expect(host.count('/Token')).toBe(1)
})

test('the example of docs/embedding.md prepares the widget on hover and shows it on click', async ({
  host,
  site,
}) => {
  const section = (await readFile('docs/embedding.md', 'utf8')).split('## Prepare\n')[1]!
  const [, buttonMarkup, script] = /```html\n(<button.+)\n<div.+\n<script>([^]+?)<\/script>/.exec(section)!
  await host.open('60-warm')
  await host.page.evaluate(
    ([markup, text]) => {
      document.body.insertAdjacentHTML('afterbegin', markup)
      document.body.append(Object.assign(document.createElement('script'), { textContent: text }))
    },
    [buttonMarkup!, script!.replace('pk_live_…', site.credentials.apiKey)] as const,
  )
  const button = host.page.getByRole('button', { name: 'Options ideas' })
  await button.hover()
  await appLoaded(host)
  expect(sessionPaths(host)).toEqual([])
  await button.click()
  await host.widget.ready()
  expect(host.count('/widget')).toBe(1)
})

test('load with another first paint replaces the warmed frame', async ({ host }) => {
  await host.open('60-warm')
  await warm(host)
  await appLoaded(host)
  await host.start({ theme: 'dark' })
  await host.ready()
  await expect(host.frames).toHaveCount(1)
  await expect(host.frame().locator('html')).toHaveAttribute('data-theme', 'dark')
  expect(host.count('/widget')).toBe(2)
})

test(
  'a warmed frame that the page does not use leaves nothing behind',
  { tag: '@extended' },
  async ({ host }) => {
    await host.open('60-warm')
    await host.page.evaluate(() => {
      window.serviceWidgetLoader!.warm(window.options()).destroyWidget()
    })
    await expect(host.frames).toHaveCount(0)
    await host.start()
    await host.ready()
    expect(host.count('/Token')).toBe(1)
  },
)

test('a lazy widget is prepared near the viewport, and opens its session when it is seen', async ({
  host,
}) => {
  await host.open('60-warm')
  // Below the fold, but within the distance at which browsers load lazy frames.
  await host.page.evaluate(() => {
    document.getElementById('ideas')!.style.marginTop = `${innerHeight + 300}px`
  })
  await host.start({ loading: 'lazy' })
  await appLoaded(host)
  expect(sessionPaths(host)).toEqual([])
  await host.box().scrollIntoViewIfNeeded()
  await host.ready()
  expect(host.count('/Token')).toBe(1)
  expect(await host.receivedPayloads('ERROR')).toEqual([])
})
