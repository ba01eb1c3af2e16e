import { errorWords } from '#contract/error-words.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'

const words = errorWords['CSP_BLOCKED']!
for (const [directive, policy, sentence] of [
  ['frame-src', "frame-src 'self'", words],
  ['child-src', "child-src 'none'", words],
  // Forbids the sentence too: the short form names what to add.
  ['default-src', "default-src 'self'; script-src 'unsafe-inline' 'self' %SERVICE%", ''],
] as const) {
  test(`a policy whose ${directive} leaves us out is shown within 200 ms and told soon after, with what to add`, async ({
    host,
    page,
    site,
  }) => {
    await host.open('34-frame-src-missing', { headers: { 'Content-Security-Policy': policy } })
    // The best of three: what is judged is the loader, not how busy the machine is.
    const took = await page.evaluate(async () => {
      const line = (began: number) =>
        new Promise<number>((done) => {
          const look = () =>
            document.getElementById('ideas')!.textContent === 'ERROR CSP_BLOCKED'
              ? done(performance.now() - began)
              : requestAnimationFrame(look)
          look()
        })
      const shown: number[] = []
      const told: number[] = []
      for (let round = 0; round < 3; round++) {
        const began = performance.now()
        const widget = window.start()
        const error = new Promise((done) => widget.on('ERROR', done))
        shown.push(await line(began))
        await error
        told.push(performance.now() - began)
      }
      return { shown: Math.min(...shown), told: Math.min(...told) }
    })
    expect(took.shown).toBeLessThan(200)
    // The sentence is the service's, and is fetched.
    expect(took.told).toBeLessThan(500)
    expect(await host.error(3)).toMatchObject({
      code: 'CSP_BLOCKED',
      message: `CSP_BLOCKED: ${sentence}${site.widgetOrigin}`,
      docs: `${site.widgetOrigin}/docs/errors#CSP_BLOCKED`,
    })
    await expect(host.box()).toHaveText('ERROR CSP_BLOCKED')
    await host.destroy()
    await expect(host.box()).toBeEmpty()
  })
}

test('a policy that only reports does not stop the widget', async ({ host }) => {
  await host.openReady(
    '34-frame-src-missing',
    {},
    { headers: { 'Content-Security-Policy-Report-Only': "frame-src 'none'" } },
  )
  expect(await host.heard('ERROR')).toEqual([])
})
