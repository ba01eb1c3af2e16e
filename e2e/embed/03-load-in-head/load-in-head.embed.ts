import type { Page } from '@playwright/test'
import { expect, test } from '#e2e/kit/fixtures.ts'
import { loadQueue } from '#public/snippet-web.js'

test('load() before the body exists waits for the document, then starts or reports that the element is missing', async ({
  host,
}) => {
  await host.open('03-load-in-head')
  await host.ready('ideas')
  await expect(host.frames).toHaveCount(1)
  expect(await host.waitForEvent('ERROR', 1, 'nowhere')).toMatchObject({
    code: 'DESTINATION_NOT_FOUND',
    message: expect.stringMatching(
      /^DESTINATION_NOT_FOUND: no element of the document has this id\. .* The id is nowhere$/,
    ),
  })
})

/** Globals of the page with the queue. `settledCalls`: the id of each widget that was created, or the error's code. */
type QueuePage = {
  settledCalls: string[]
  show: (destinationId: string) => Promise<void>
  addLoader: () => Promise<void>
}
const queuePage = '03-load-in-head/queue'
const call = (page: Page, action: (globals: QueuePage) => unknown) =>
  page.evaluate(`(${String(action)})(window)`)

test('calls of load() before the script is there are executed in their order once it is', async ({
  host,
  page,
}) => {
  await host.open(queuePage, { fill: { QUEUE: loadQueue } })
  await call(page, ({ addLoader }) => addLoader())
  await expect(host.frames).toHaveCount(2)
  await host.ready('first')
  await host.ready('second')
  expect(await call(page, ({ settledCalls }) => settledCalls)).toEqual(['first', 'BAD_OPTION', 'second'])
  // The same code with the loader in place.
  await call(page, ({ show }) => show('third'))
  await expect(host.frames).toHaveCount(3)
  expect(await call(page, ({ settledCalls }) => settledCalls.at(-1))).toBe('third')
})

test('with a blocked script a page with the queue continues, and nothing throws', async ({ host, page }) => {
  await page.route('**/widgetLoader', (route) => route.abort('blockedbyclient'))
  await host.open(queuePage, { fill: { QUEUE: loadQueue } })
  await call(page, ({ addLoader }) => addLoader())
  await expect(page.getByRole('heading')).toHaveText('The script is blocked')
  expect(await call(page, ({ settledCalls }) => settledCalls)).toEqual([])
  expect(host.uncaughtErrors).toEqual([])
})
