import { fileURLToPath } from 'node:url'
import { expect, test } from '#e2e/kit/fixtures.ts'
import { holdRequests } from '#e2e/kit/hold-requests.ts'

const fontFile = fileURLToPath(
  import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
)

test('a font that the operator has added replaces its fallback without a layout shift', async ({
  host,
  page,
  site,
}) => {
  const { fontId } = JSON.parse(
    await site.admin('font', 'add', 'p_demo', fontFile, '--licence-confirmed', '--json'),
  ) as { fontId: string }
  const release = await holdRequests(page, /\/fonts\/.*\.woff2$/)
  await host.openReady('57-own-looks', { symbol: 'AAPL', fontFamily: `${fontId}, Georgia` })
  await host.widget.how.ready()
  const fontsLoaded = () =>
    host.widget.root.evaluate(
      (_, id) =>
        [...document.fonts].filter(
          (face) => face.family.replace(/["']/g, '') === id && face.status === 'loaded',
        ).length,
      fontId,
    )
  expect(await fontsLoaded()).toBe(0)
  await host.widget.root.evaluate(() => {
    const shifts: number[] = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
    }).observe({ type: 'layout-shift' })
    Object.assign(window, { shifts })
  })
  release()
  await expect.poll(fontsLoaded).toBe(1)
  const { font, shift } = await host.widget.root.evaluate(async () => {
    // Shifts are reported after the frame that has them.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    const { shifts } = window as unknown as { shifts: number[] }
    return {
      font: getComputedStyle(document.body).fontFamily,
      shift: shifts.reduce((sum, value) => sum + value, 0),
    }
  })
  expect(font.replaceAll(/["']/g, '')).toMatch(
    new RegExp(`^${fontId}, ${fontId} Arial, ${fontId} DejaVu, Georgia, Inter,`),
  )
  expect(shift).toBeLessThanOrEqual(0.01)
  expect(await host.receivedPayloads('ERROR')).toEqual([])
  expect(host.console.filter((line) => /Content.Security.Policy/i.test(line))).toEqual([])

  await site.admin('font', 'remove', 'p_demo', fontId)
  await host.openReady('57-own-looks', { symbol: 'AAPL', fontFamily: `${fontId}, Georgia` })
  const [error] = await host.receivedPayloads('ERROR')
  expect(error).toMatchObject({ code: 'BAD_OPTION' })
  expect(JSON.stringify(error)).toContain(`${fontId}, which this service does not have`)
})
