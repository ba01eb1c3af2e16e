import { expect, test } from '#e2e/kit/fixtures.ts'

/** Navigates like Turbo: the body of the new page replaces the old one; scripts in the head stay. */
const swapBody = () => {
  const next = new DOMParser().parseFromString(
    '<body><main><div id="ideas"></div></main></body>',
    'text/html',
  )
  document.documentElement.replaceChild(document.adoptNode(next.body), document.body)
  window.start({ symbol: 'IBM' })
}

test(
  'a navigation that swaps the body destroys the old widget and starts the new one',
  { tag: '@extended' },
  async ({ host, page }) => {
    await host.openReady('22-page-swaps', { symbol: 'AAPL' })
    await page.evaluate(swapBody)
    await host.waitForEvent('READY', 2)
    await host.widget.why.shows('IBM')
    expect(await page.evaluate(() => window.serviceWidgetLoader!.diagnose().length)).toBe(2)
  },
)

test(
  'a navigation that swaps the body in a view transition starts the new widget',
  { tag: '@extended' },
  async ({ host, page }) => {
    await host.openReady('22-page-swaps', { symbol: 'AAPL' })
    test.skip(!(await page.evaluate(() => 'startViewTransition' in document)), 'no view transitions here')
    await page.evaluate(`document.startViewTransition(${swapBody.toString()}).finished`)
    await host.waitForEvent('READY', 2)
    await host.widget.why.shows('IBM')
    expect(host.uncaughtErrors).toEqual([])
  },
)

test('a DOM morph that keeps the element keeps the widget', { tag: '@extended' }, async ({ host, page }) => {
  await host.openReady('22-page-swaps', { symbol: 'AAPL' })
  await page.evaluate(() => {
    document.querySelector('h1')!.textContent = 'Another page'
    document.body.append(document.createElement('footer'))
    document.getElementById('ideas')!.className = 'morphed'
  })
  await host.send('SET_SYMBOL', { symbol: 'IBM' })
  await host.widget.why.shows('IBM')
  expect(await host.receivedPayloads('READY')).toHaveLength(1)
})

/** Leaves the page and returns like Turbo, which caches a copy of the body and shows that copy on return. */
const leaveAndReturn = () => {
  const dispatch = (name: string) => document.dispatchEvent(new Event(name, { bubbles: true }))
  const swap = (body: Node) => document.documentElement.replaceChild(body, document.body)
  dispatch('turbo:before-cache')
  const cached = document.body.cloneNode(true)
  swap(document.createElement('body'))
  dispatch('turbo:load')
  swap(cached)
  dispatch('turbo:load')
}
/** The recipe of docs/embedding.md. */
const onTurboLoad = () => {
  addEventListener('turbo:load', () => {
    if (document.getElementById('ideas')) window.start({ symbol: 'IBM' })
  })
}
const onTurboBeforeCache = () => {
  addEventListener('turbo:before-cache', () => window.widget.destroyWidget())
}

for (const destroys of [true, false])
  test(
    `Turbo’s cached copy of a page ${destroys ? 'has no frame if the page destroys its widget' : 'has a dead frame if the page does not destroy its widget'}`,
    { tag: '@extended' },
    async ({ host, page }) => {
      await host.openReady('22-page-swaps', { symbol: 'AAPL' })
      await page.evaluate(onTurboLoad)
      if (destroys) await page.evaluate(onTurboBeforeCache)
      await page.evaluate(leaveAndReturn)
      await host.waitForEvent('READY', 2)
      await expect(host.frames).toHaveCount(destroys ? 1 : 2)
      if (destroys) await host.widget.why.shows('IBM')
      expect(await page.evaluate(() => window.serviceWidgetLoader!.diagnose().length)).toBe(2)
      expect(host.uncaughtErrors).toEqual([])
    },
  )
