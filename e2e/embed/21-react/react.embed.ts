import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createElement, type FunctionComponent } from 'react'
import { renderToString } from 'react-dom/server'
import { build, type Rolldown } from 'vite'
import { type PartnerProject, startPartnerProject } from '#e2e/kit/partner-project.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'
import type { HostPage } from '#e2e/kit/host-page.ts'
import { widgetOn } from '#loader/packages/testing/widget.ts'

/** Bundles an app as one script with React's development build, whose StrictMode mounts components twice. */
async function bundle(app: string, alias: Record<string, string> = {}): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    mode: 'development',
    define: { 'process.env.NODE_ENV': '"development"' },
    resolve: { alias, dedupe: ['react', 'react-dom'] },
    build: {
      write: false,
      minify: false,
      lib: { entry: fileURLToPath(new URL(app, import.meta.url)), formats: ['es'], fileName: 'app' },
    },
  })) as Rolldown.RolldownOutput[]
  const [{ code, moduleIds }] = built[0]!.output
  for (const file of Object.values(alias))
    if (!moduleIds.includes(file))
      throw new Error(`${app} does not import ${file}: its alias matches no import`)
  return code
}

/** Number of live widgets according to the loader. */
const liveWidgets = (host: HostPage) =>
  host.page.evaluate(() => window.serviceWidgetLoader!.diagnose().length - 1)

test('one widget remains under React StrictMode, and navigating away and back works', async ({
  host,
  page,
}) => {
  await host.open('21-react', { files: { 'app.js': await bundle('app.tsx') } })
  await host.ready()
  await host.widget.why.shows('AAPL')
  await expect(host.frames).toHaveCount(1)
  expect(await liveWidgets(host)).toBe(1)

  await host.send('SET_SYMBOL', { symbol: 'IBM' })
  await expect(page.getByText('Reported symbol: IBM')).toBeVisible()

  await page.getByRole('button', { name: 'News' }).click()
  await expect(host.frames).toHaveCount(0)
  expect(await liveWidgets(host)).toBe(0)
  await page.getByRole('button', { name: 'Ideas' }).click()
  await host.waitForEvent('READY', 2)
  await host.widget.why.shows('AAPL')
  expect(await host.receivedPayloads('ERROR')).toEqual([])
  expect(host.uncaughtErrors).toEqual([])
})

test.describe('with the package', () => {
  let project: PartnerProject
  let app: string
  test.beforeAll(async () => {
    project = startPartnerProject()
    project.add('react', 'react-dom', 'scheduler')
    app = await bundle('package/app.tsx', {
      '#loader/packages/react.tsx': join(project.packageFolder, 'react.js'),
      '#loader/packages/element.ts': join(project.packageFolder, 'element.js'),
    })
  })
  test.afterAll(() => project.remove())

  test('the React component works under StrictMode, with symbol changes both ways and across routes', async ({
    host,
    page,
  }) => {
    await host.open('21-react/package', { files: { 'app.js': app }, fill: { MARKUP: '' } })
    const widget = widgetOn(page, '.ideas')
    await host.ready()
    await widget.why.shows('AAPL')
    await widgetOn(page, '#root').why.shows('AAPL')
    await expect(host.frames).toHaveCount(1)
    expect(await liveWidgets(host)).toBe(1)

    await page.getByRole('button', { name: 'IBM' }).click()
    await widget.why.shows('IBM')
    await page.getByRole('button', { name: 'News' }).click()
    await expect(host.frames).toHaveCount(0)
    expect(await liveWidgets(host)).toBe(0)
    await page.getByRole('button', { name: 'Ideas' }).click()
    await host.waitForEvent('READY', 2)
    await widget.why.shows('AAPL')
    expect(await host.receivedPayloads('ERROR')).toEqual([])
    expect(host.uncaughtErrors).toEqual([])
  })

  test('the custom element in React takes getAuthToken as a property and renews the session with it', async ({
    host,
    page,
  }) => {
    await host.open('21-react/package', { files: { 'app.js': app }, fill: { MARKUP: '' } })
    await host.ready()
    await page.getByRole('button', { name: 'Element' }).click()
    const widget = widgetOn(page, 'service-widget')
    await widget.why.shows('AAPL')
    await expect(host.frames).toHaveCount(1)
    const tokens = () => host.partner.requests.filter(({ path }) => path === '/token').length
    const tokensBefore = tokens()
    await page.frames()[1]!.evaluate(() => void setTimeout(() => location.reload()))
    // The service refuses the used token, then the frame uses the new one.
    await expect.poll(tokens).toBe(tokensBefore + 1)
    await widget.why.shows('AAPL')
    await page.getByRole('button', { name: 'News' }).click()
    await expect(host.frames).toHaveCount(0)
    expect(await liveWidgets(host)).toBe(0)
    expect(host.uncaughtErrors).toEqual([])
  })

  test(
    'islands rendered separately on a server become one widget each',
    { tag: '@extended' },
    async ({ host, page }) => {
      const { ServiceWidget } = (await import(join(project.packageFolder, 'react.js'))) as {
        ServiceWidget: FunctionComponent<Record<string, string>>
      }
      const markup = renderToString(createElement(ServiceWidget, { className: 'ideas' }))
      await host.open('21-react/package', { files: { 'app.js': app }, fill: { MARKUP: markup } })
      await host.waitForEvent('READY', 2)
      for (const index of [0, 1]) {
        const island = page.locator('.island').nth(index)
        await widgetOn(island, '.ideas').why.shows('AAPL')
      }
      await expect(host.frames).toHaveCount(2)
      await expect(widgetOn(page, 'body').why.shows('AAPL')).rejects.toThrow(/2 widgets are in/)
      expect(host.console.filter((text) => /hydration failed|didn't match/i.test(text))).toEqual([])
      expect(host.uncaughtErrors).toEqual([])
    },
  )
})
