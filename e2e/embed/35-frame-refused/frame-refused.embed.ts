import { expect, test } from '../fixtures.ts'

test('statement 8: a frame that is refused is one ERROR TIMEOUT that names page and size, and destroy still works', async ({
  host,
  page,
}) => {
  await page.route('**/widget?*', (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers: { 'Content-Security-Policy': "frame-ancestors 'none'" },
      body: '<p>refused</p>',
    }),
  )
  await host.open('35-frame-refused')
  await host.takeHeart()
  await host.start({ width: '640px', height: '480px' })
  await host.beat(1)
  expect(await host.heard('ERROR')).toEqual([])
  await host.beat(1)
  expect(await host.error()).toMatchObject({
    code: 'TIMEOUT',
    message: `page ${host.partner.origin}, frame 640x480`,
  })
  await expect(host.box()).toHaveText('ERROR TIMEOUT')
  await host.destroy()
  await expect(host.box()).toBeEmpty()
  expect(await host.heard('ERROR')).toHaveLength(1)
})
