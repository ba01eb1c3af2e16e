import { expect, test } from '#e2e/kit/fixtures.ts'

test('load() before the body exists waits for the document, then starts or reports that the element is missing', async ({
  host,
}) => {
  await host.open('03-load-in-head')
  await host.ready('ideas')
  await expect(host.frames).toHaveCount(1)
  expect(await host.waitForEvent('ERROR', 1, 'nowhere')).toMatchObject({
    code: 'DESTINATION_NOT_FOUND',
    message: expect.stringMatching(/^DESTINATION_NOT_FOUND: the document is parsed, .* The id is nowhere$/),
  })
})
