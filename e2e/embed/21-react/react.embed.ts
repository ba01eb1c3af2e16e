import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'
import { expect, test } from '../fixtures.ts'

/** The app of app.tsx as one script, React in its development build: only that one mounts twice. */
async function bundle(): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    mode: 'development',
    define: { 'process.env.NODE_ENV': '"development"' },
    build: {
      write: false,
      minify: false,
      lib: { entry: fileURLToPath(new URL('app.tsx', import.meta.url)), formats: ['es'], fileName: 'app' },
    },
  })) as Rolldown.RolldownOutput[]
  return built[0]!.output[0].code
}

test('React StrictMode mounts twice and one widget is left; a route away and back works', async ({
  host,
  page,
}) => {
  await host.open('21-react', { files: { 'app.js': await bundle() } })
  await host.ready()
  await host.widget.why.shows('AAPL')
  await expect(host.frames).toHaveCount(1)
  expect(await page.evaluate(() => window.serviceWidgetLoader.diagnose().length), 'live widgets').toBe(2)

  await host.send('SET_SYMBOL', { symbol: 'IBM' })
  await expect(page.getByText('Heard IBM')).toBeVisible()

  await page.getByRole('button', { name: 'News' }).click()
  await expect(host.frames).toHaveCount(0)
  expect(await page.evaluate(() => window.serviceWidgetLoader.diagnose().length)).toBe(1)
  await page.getByRole('button', { name: 'Ideas' }).click()
  await host.hears('READY', 2)
  await host.widget.why.shows('AAPL')
  expect(await host.heard('ERROR')).toEqual([])
  expect(host.failures).toEqual([])
})
