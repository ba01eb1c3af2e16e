import { expect, test } from '#e2e/kit/fixtures.ts'

test('the documented snippet shows ideas, fires READY once and calls the callback', async ({
  host,
  page,
}) => {
  await host.open('01-plain-tag')
  await host.ready()
  await host.widget.why.ready()
  expect(await host.widget.rows.count()).toBeGreaterThan(3)
  expect(await host.receivedPayloads('READY')).toHaveLength(1)
  expect(await page.evaluate(() => 'calledBack' in window && window.calledBack)).toBe(true)
  expect(await host.receivedPayloads('ERROR')).toEqual([])
  expect(host.uncaughtErrors).toEqual([])
})
