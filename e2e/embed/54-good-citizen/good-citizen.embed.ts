import { expect, test } from '#e2e/kit/fixtures.ts'
import { measureEmbeddings, meterThread, type Round } from '#e2e/kit/page-thread.ts'

test('causes no layout shift, history entry, cookie or storage, and adds one message listener for three widgets', async ({
  host,
  page,
  browserName,
}) => {
  await host.open('54-good-citizen?wrapper=buttons')
  await page.evaluate(() => {
    const observed = { shift: 0, listeners: new Map<string, number>() }
    Object.assign(window, { observed })
    if (PerformanceObserver.supportedEntryTypes.includes('layout-shift'))
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) observed.shift += (entry as unknown as { value: number }).value
      }).observe({ type: 'layout-shift', buffered: true })
    const add = window.addEventListener.bind(window)
    window.addEventListener = ((type: string, ...rest: [never]) => {
      // Only the loader's listeners: the test tools add some as well.
      if (Error().stack?.includes('/widgetLoader'))
        observed.listeners.set(type, (observed.listeners.get(type) ?? 0) + 1)
      add(type, ...rest)
    }) as never
    for (const id of ['second', 'third']) {
      const box = document.createElement('div')
      box.id = id
      box.style.minBlockSize = '768px'
      document.body.append(box)
    }
  })
  const globalsBefore = await page.evaluate(() => [history.length, Object.keys(window).length])
  for (const destinationId of ['ideas', 'second', 'third']) await host.start({ destinationId })
  await expect.poll(async () => (await host.receivedPayloads('READY')).length, { timeout: 20_000 }).toBe(3)
  const after = await page.evaluate(() => {
    const { observed } = window as unknown as { observed: { shift: number; listeners: Map<string, number> } }
    return {
      shift: observed.shift,
      // Every widget adds the same function, which the browser registers once: see the end of this test.
      kinds: [...observed.listeners.keys()].toSorted(),
      cookie: document.cookie,
      stored: localStorage.length + sessionStorage.length,
      // `widget` is a global of the test kit; the numbers are the frames.
      page: [history.length, Object.keys(window).filter((name) => !/^(widget|\d+)$/.test(name)).length],
    }
  })
  expect(after).toEqual({
    shift: 0,
    kinds: ['DOMContentLoaded', 'message', 'securitypolicyviolation'],
    cookie: '',
    stored: 0,
    page: globalsBefore,
  })
  if (browserName !== 'chromium') return
  const cdp = await page.context().newCDPSession(page)
  const { result } = await cdp.send('Runtime.evaluate', { expression: 'window' })
  const { listeners } = await cdp.send('DOMDebugger.getEventListeners', { objectId: result.objectId! })
  expect(listeners.filter(({ type }) => type === 'message')).toHaveLength(1)
})

// `npm run bench:embed` publishes the milliseconds; this test checks the ratio.
test(
  'the loader’s main-thread work is less than three times that of a hand-written frame @chromium',
  { tag: '@extended' },
  async ({ host, page }) => {
    await page.addInitScript(meterThread)
    await host.open('54-good-citizen?wrapper=buttons')
    const rounds = await page.evaluate(measureEmbeddings, 8)
    const work = JSON.stringify(rounds)
    test.info().annotations.push({ type: 'work', description: work })
    // The minimum of all rounds, which excludes the effect of other load on the machine.
    const minimum = (kind: keyof Round) => Math.min(...rounds.map((round) => round[kind].ms))
    expect(minimum('bare'), work).toBeGreaterThan(0)
    expect(minimum('ours') / minimum('bare'), work).toBeLessThan(3)
    for (const { ours } of rounds) expect(ours.entries, work).toBeLessThanOrEqual(8)
  },
)
