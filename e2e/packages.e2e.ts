/** The entry points as partners get them: built, imported by name, on a server, by a compiler, in a page. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from './fixtures.ts'
import { Widget } from './models/widget.ts'

const partner = join(tmpdir(), `options-partner-${process.pid}`)
const run = (program: string, ...given: string[]) =>
  execFileSync(process.execPath, [resolve('node_modules', program), ...given], {
    cwd: partner,
    encoding: 'utf8',
    stdio: 'pipe',
  })

test.beforeAll(() => {
  execFileSync(process.execPath, [
    'node_modules/vite/bin/vite.js',
    'build',
    '--config',
    'vite.packages.config.ts',
    '--logLevel',
    'error',
  ])
  const installed = join(partner, 'node_modules/options-analysis-service')
  mkdirSync(join(installed, 'dist'), { recursive: true })
  cpSync('dist/packages', join(installed, 'dist/packages'), { recursive: true })
  cpSync('package.json', join(installed, 'package.json'))
  for (const name of ['react', 'react-dom', 'scheduler', '@types', 'csstype'])
    symlinkSync(resolve('node_modules', name), join(partner, 'node_modules', name))
  writeFileSync(join(partner, 'package.json'), '{ "type": "module" }')
})
test.afterAll(() => rmSync(partner, { recursive: true, force: true }))

test('on a server they can be imported and rendered', () => {
  writeFileSync(
    join(partner, 'server.js'),
    `import { createElement } from 'react'
     import { renderToString } from 'react-dom/server'
     import { loadServiceWidget } from 'options-analysis-service/loader'
     import { ServiceWidget } from 'options-analysis-service/react'
     import 'options-analysis-service/element'
     const loader = await loadServiceWidget({ src: 'https://widget.example/widgetLoader' })
     loader.load('pro', {}).destroyWidget()
     console.log(renderToString(createElement(ServiceWidget, { src: 's', userId: 'u', apiKey: 'k', className: 'c' })))`,
  )
  const html = execFileSync(process.execPath, ['server.js'], { cwd: partner, encoding: 'utf8' })
  expect(html.trim()).toMatch(/^<div id="[^"]+" class="c"><\/div>$/)
})

test('their types hold without this project, and refuse what is wrong', () => {
  writeFileSync(
    join(partner, 'page.tsx'),
    `import { loadServiceWidget, type SetSymbol, type TradeTicket, type WidgetOptions } from 'options-analysis-service/loader'
     import { ServiceWidget } from 'options-analysis-service/react'
     import 'options-analysis-service/element'
     export async function start(options: WidgetOptions) {
       const loader = await loadServiceWidget({ src: 'https://widget.example/widgetLoader' })
       const widget = loader.load('pro', options)
       widget.on(widget.EventType.TRADE_TICKET_EXECUTE, (ticket: TradeTicket) => ticket.optionLegs[0]?.strike)
       widget.postMessage('SET_SYMBOL', { symbol: 'AAPL' } satisfies SetSymbol)
       // @ts-expect-error -- no such theme
       widget.postMessage('SET_THEME', { theme: 'neon' })
       const element = document.createElement('service-widget')
       element.addEventListener('symbolchanged', ({ detail }) => detail.toUpperCase())
       element.getAuthToken = async () => 'token'
     }
     export const right = <ServiceWidget src="s" userId="u" apiKey="k" onReady={(widget) => widget.destroyWidget()} />
     // @ts-expect-error -- who is it
     export const wrong = <ServiceWidget src="s" apiKey="k" />`,
  )
  for (const module of ['esnext', 'nodenext']) {
    const resolution = module === 'esnext' ? 'bundler' : module
    const flags = `--noEmit --strict --exactOptionalPropertyTypes --preserveSymlinks --jsx react-jsx --target es2022
      --lib es2022,dom --types react --module ${module} --moduleResolution ${resolution}`
    run('typescript/bin/tsc', ...flags.split(/\s+/), 'page.tsx')
  }
})

test('the element shows the widget in a page, follows its attributes and leaves nothing', async ({
  page,
  site,
}) => {
  const script = `${site.partnerUrl}/element.js`
  // The demo's own page, without its scripts: Chromium lets no made-up page reach a service on this machine.
  await page.route(`${site.partnerUrl}/*.js`, (route) =>
    route.request().url() === script ? route.fulfill({ path: 'dist/packages/element.js' }) : route.abort(),
  )
  await page.goto(site.partnerUrl)
  await page.evaluate(
    ([src, key]) => {
      document.body.innerHTML = `<service-widget src="${src}" api-key="${key}" user-id="u-1" symbol="AAPL"
        show-what-panel="false"></service-widget>`
    },
    [`${site.widgetOrigin}/widgetLoader`, site.credentials.apiKey],
  )
  await page.addScriptTag({ type: 'module', url: script })
  const tag = page.locator('service-widget')
  const widget = new Widget(tag.frameLocator('iframe'))
  await widget.why.shows('AAPL')
  await expect(widget.what.root).toHaveCount(0)
  const heard = tag.evaluate(
    (one) =>
      new Promise((done) => {
        one.addEventListener('symbolchanged', (event) => done((event as CustomEvent).detail), { once: true })
      }),
  )
  await tag.evaluate((one) => one.setAttribute('symbol', 'MSFT'))
  expect(await heard).toBe('MSFT')
  await widget.why.shows('MSFT')
  await tag.evaluate((one) => one.setAttribute('theme', 'dark'))
  await expect(widget.root).toHaveAttribute('data-theme', 'dark')
  await tag.evaluate((one) => one.remove())
  await expect(page.locator('iframe')).toHaveCount(0)
})
