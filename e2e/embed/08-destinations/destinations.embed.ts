import { coreIf } from '#e2e/kit/core.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'

test('a missing element causes one ERROR with its id, and the instance can be destroyed', async ({
  host,
}) => {
  await host.open('08-destinations', { fill: { STYLE: '' } })
  await host.start({ destinationId: 'elsewhere' })
  expect(await host.error()).toMatchObject({
    code: 'DESTINATION_NOT_FOUND',
    message: expect.stringMatching(/^DESTINATION_NOT_FOUND: .* The id is elsewhere$/),
  })
  await host.destroy()
  expect(await host.receivedPayloads('ERROR')).toHaveLength(1)
})

test('an id that is not a CSS identifier works', { tag: '@extended' }, async ({ host, page }) => {
  await host.open('08-destinations', { fill: { STYLE: '' } })
  await host.start({ destinationId: '12:odd.id' })
  await host.ready()
  await expect(page.locator('[id="12:odd.id"] > iframe')).toHaveCount(1)
})

test(
  'an element in a shadow root is not found by id; the error says so',
  { tag: '@extended' },
  async ({ host, page }) => {
    await host.open('08-destinations', { fill: { STYLE: '' } })
    await page.evaluate(() => {
      const root = document.getElementById('shadow')!.attachShadow({ mode: 'open' })
      root.innerHTML = '<div id="inner"></div>'
    })
    await host.start({ destinationId: 'inner' })
    expect(await host.error()).toMatchObject({
      code: 'DESTINATION_NOT_FOUND',
      message: expect.stringContaining('no element of the document has this id'),
    })
  },
)

for (const [state, STYLE] of [
  ['of no size', 'width:0;height:0;overflow:hidden'],
  ['in a hidden tab', 'display:none'],
] as const) {
  test(
    `an element ${state} gets its widget, which is complete once visible`,
    coreIf(state === 'in a hidden tab'),
    async ({ host }) => {
      await host.open('08-destinations', { fill: { STYLE } })
      await host.start({ symbol: 'AAPL' })
      await host.ready()
      await host.box().evaluate((box) => box.removeAttribute('style'))
      await host.widget.why.shows('AAPL')
      await expect(host.widget.why.root).toBeVisible()
    },
  )
}

test('a second load() into the same element replaces the widget', async ({ host }) => {
  await host.open('08-destinations', { fill: { STYLE: '' } })
  await host.start({ symbol: 'AAPL' })
  await host.ready()
  await host.start({ symbol: 'MSFT' })
  await host.waitForEvent('READY', 2)
  await expect(host.frames).toHaveCount(1)
  await host.widget.why.shows('MSFT')
})
