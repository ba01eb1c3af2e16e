/**
 * One story over an application of every framework, installed and built as a partner does: `npm run
 * test:frameworks`. Needs a registry.
 */
import { expect, test } from '#e2e/kit/fixtures.ts'
import { AppPage, openingRequests } from './app-page.ts'
import { buildApp, buildModes, installApp, removeApp, type ServedApp, serveApp } from './built-app.ts'
import { frameworks } from './frameworks.ts'

const installTimeoutMs = 15 * 60_000
const storyTimeoutMs = 10 * 60_000
const cycles = 6

for (const framework of frameworks)
  test.describe(framework.name, () => {
    test.describe.configure({ mode: 'serial' })
    let folder = ''
    test.beforeAll(async () => {
      test.setTimeout(installTimeoutMs)
      folder = await installApp(framework)
    })
    test.afterAll(() => removeApp(folder))

    for (const mode of buildModes)
      test.describe(mode, () => {
        let app: ServedApp
        test.beforeAll(async ({ site }) => {
          test.setTimeout(installTimeoutMs)
          await buildApp(framework, folder, mode)
          app = await serveApp(framework, folder, mode, site)
        })
        test.afterAll(() => app?.stop())

        test('changes theme and symbol, navigates away and back, and leaves nothing behind', async ({
          page,
          site,
        }) => {
          test.setTimeout(storyTimeoutMs)
          const appPage = new AppPage(page, site)
          await appPage.openAbout(app.origin)
          const windowListeners = await appPage.windowListeners()
          await appPage.visitIdeas()
          await page.goBack()
          await appPage.isReady()
          for (const panel of ['what', 'why', 'how'] as const)
            await expect(appPage.widget[panel].root).toBeVisible()
          expect(await appPage.openSessions()).toBe(1)

          const { loadedFrames } = appPage
          await appPage.click('Show MSFT')
          await appPage.isReady('MSFT')
          await appPage.click('Dark theme')
          await expect(appPage.widget.root).toHaveAttribute('data-theme', 'dark')
          expect(appPage.loadedFrames, 'the frame was not loaded again').toBe(loadedFrames)

          await page.goForward()
          await appPage.hasNoWidget()
          const before = await appPage.memory()
          for (let index = 0; index < cycles; index++) await appPage.visitIdeas()
          expect(await appPage.windowListeners()).toEqual(windowListeners)
          // A leak is at least one per cycle. The frames are in other processes, whose removal takes longer.
          await expect
            .poll(async () => {
              const after = await appPage.memory()
              return [after.frames <= before.frames, after.listeners < before.listeners + cycles]
            })
            .toEqual([true, true])
          await expect(page.locator('html')).toHaveAttribute('data-not-reloaded', '')
          await appPage.leftNothing()
        })

        test('a widget that is removed while its session opens leaves no session and no error', async ({
          page,
          site,
        }) => {
          test.setTimeout(storyTimeoutMs)
          const appPage = new AppPage(page, site)
          await appPage.openAbout(app.origin)
          for (const path of openingRequests) await appPage.leaveDuring(path)
          await appPage.visitIdeas()
          await appPage.leftNothing()
        })

        if (framework.hasServer)
          test('the server reserves the widget’s height', async () => {
            const html = await (await fetch(app.origin.replace('partner.localhost', '127.0.0.1'))).text()
            expect(html).toMatch(/<svg [^>]*height="768px"/)
          })
      })
  })
