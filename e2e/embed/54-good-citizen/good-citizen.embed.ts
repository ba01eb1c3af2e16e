import { expect, test } from '#e2e/kit/fixtures.ts'
import { embedInTurn, meterThread, type Round } from '#e2e/kit/page-thread.ts'

test('no layout shift, no history entry, no cookie, no storage; one message listener for three widgets', async ({
  host,
  page,
  browserName,
}) => {
  await host.open('54-good-citizen?wrapper=buttons')
  await page.evaluate(() => {
    const seen = { shift: 0, listeners: new Map<string, number>() }
    Object.assign(window, { seen })
    if (PerformanceObserver.supportedEntryTypes.includes('layout-shift'))
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value
      }).observe({ type: 'layout-shift', buffered: true })
    const add = window.addEventListener.bind(window)
    window.addEventListener = ((type: string, ...rest: [never]) => {
      // The loader's own: the test's tools listen to the page as well.
      if (Error().stack?.includes('/widgetLoader'))
        seen.listeners.set(type, (seen.listeners.get(type) ?? 0) + 1)
      add(type, ...rest)
    }) as never
    for (const id of ['second', 'third']) {
      const box = document.createElement('div')
      box.id = id
      box.style.minBlockSize = '768px'
      document.body.append(box)
    }
  })
  const before = await page.evaluate(() => [history.length, Object.keys(window).length])
  for (const destinationId of ['ideas', 'second', 'third']) await host.start({ destinationId })
  await expect.poll(async () => (await host.heard('READY')).length, { timeout: 20_000 }).toBe(3)
  const after = await page.evaluate(() => {
    const { seen } = window as unknown as { seen: { shift: number; listeners: Map<string, number> } }
    return {
      shift: seen.shift,
      // The same function is added again by each widget, which the browser counts once: see the next test.
      kinds: [...seen.listeners.keys()].toSorted(),
      cookie: document.cookie,
      stored: localStorage.length + sessionStorage.length,
      // `widget` is the kit's; numbers are the frames.
      page: [history.length, Object.keys(window).filter((name) => !/^(widget|\d+)$/.test(name)).length],
    }
  })
  expect(after).toEqual({
    shift: 0,
    kinds: ['DOMContentLoaded', 'message', 'securitypolicyviolation'],
    cookie: '',
    stored: 0,
    page: before,
  })
  if (browserName !== 'chromium') return
  const cdp = await page.context().newCDPSession(page)
  const { result } = await cdp.send('Runtime.evaluate', { expression: 'window' })
  const { listeners } = await cdp.send('DOMDebugger.getEventListeners', { objectId: result.objectId! })
  expect(listeners.filter(({ type }) => type === 'message')).toHaveLength(1)
})

// How long that is in milliseconds is `npm run bench:embed`'s to say: here both are on one machine, in one page, in turn.
test('the page’s own thread has no more work with the loader than a few times that of a frame made by hand @chromium', async ({
  host,
  page,
}) => {
  await page.addInitScript(meterThread)
  await host.open('54-good-citizen?wrapper=buttons')
  const rounds = await page.evaluate(embedInTurn, 8)
  const work = JSON.stringify(rounds)
  test.info().annotations.push({ type: 'work', description: work })
  // The least of each: what is judged is the two, not what else the machine did meanwhile.
  const least = (kind: keyof Round) => Math.min(...rounds.map((round) => round[kind].ms))
  expect(least('bare'), work).toBeGreaterThan(0)
  expect(least('ours') / least('bare'), work).toBeLessThan(3)
  for (const { ours } of rounds) expect(ours.entries, work).toBeLessThanOrEqual(8)
})
