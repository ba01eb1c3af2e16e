import { expect, test } from '../fixtures.ts'

/** What Turbo does at a visit: the new page's body takes the old one's place; scripts of the head stay. */
const visit = () => {
  const next = new DOMParser().parseFromString(
    '<body><main><div id="ideas"></div></main></body>',
    'text/html',
  )
  document.documentElement.replaceChild(document.adoptNode(next.body), document.body)
  window.start({ symbol: 'IBM' })
}

test('a visit that swaps the body ends the old widget and starts the new one', async ({ host, page }) => {
  await host.openReady('22-page-swaps', { symbol: 'AAPL' })
  await page.evaluate(visit)
  await host.hears('READY', 2)
  await host.widget.why.shows('IBM')
  expect(await page.evaluate(() => window.serviceWidgetLoader.diagnose().length)).toBe(2)
})

test('the same within a view transition', async ({ host, page }) => {
  await host.openReady('22-page-swaps', { symbol: 'AAPL' })
  test.skip(!(await page.evaluate(() => 'startViewTransition' in document)), 'no view transitions here')
  await page.evaluate(`document.startViewTransition(${visit.toString()}).finished`)
  await host.hears('READY', 2)
  await host.widget.why.shows('IBM')
  expect(host.failures).toEqual([])
})

test('a morph that leaves the element alone leaves the widget alone', async ({ host, page }) => {
  await host.openReady('22-page-swaps', { symbol: 'AAPL' })
  await page.evaluate(() => {
    document.querySelector('h1')!.textContent = 'Another page'
    document.body.append(document.createElement('footer'))
    document.getElementById('ideas')!.className = 'morphed'
  })
  await host.send('SET_SYMBOL', { symbol: 'IBM' })
  await host.widget.why.shows('IBM')
  expect(await host.heard('READY')).toHaveLength(1)
})
