/** The entry points as partners get them: built, installed, imported by name, on a server, by a compiler, in a page. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from '#e2e/kit/fixtures.ts'
import { Widget } from '#e2e/kit/widget.ts'
import { type PartnerProject, startPartnerProject } from '#e2e/kit/partner-project.ts'

let project: PartnerProject
test.beforeAll(() => {
  project = startPartnerProject()
})
test.afterAll(() => project.remove())

test('installing it installs nothing else, and the React is the partner’s', () => {
  expect(readdirSync(join(project.folder, 'node_modules')).filter((name) => name[0] !== '.')).toEqual([
    'options-analysis-service',
  ])
  const manifest = JSON.parse(readFileSync(join(project.installed, 'package.json'), 'utf8')) as object
  expect(manifest).not.toHaveProperty('dependencies')
  expect(manifest).toMatchObject({
    peerDependencies: { react: '>=18' },
    peerDependenciesMeta: { react: { optional: true } },
    // A bundler may drop the others where nothing of them is used.
    sideEffects: ['./element.js'],
  })
})

test('Next’s App Router is told that the component is for the browser', () => {
  expect(readFileSync(join(project.installed, 'react.js'), 'utf8')).toMatch(/^["']use client["'];/)
})

test('on a server they can be imported and rendered', () => {
  project.add('react', 'react-dom', 'scheduler')
  writeFileSync(
    join(project.folder, 'server.js'),
    `import { createElement } from 'react'
     import { renderToString } from 'react-dom/server'
     import { loadServiceWidget } from 'options-analysis-service/loader'
     import { ServiceWidget } from 'options-analysis-service/react'
     import 'options-analysis-service/element'
     const loader = await loadServiceWidget({ src: 'https://widget.example/widgetLoader' })
     loader.load('pro', {}).destroyWidget()
     console.log(renderToString(createElement(ServiceWidget, { src: 's', userId: 'u', apiKey: 'k', className: 'c' })))`,
  )
  const html = execFileSync(process.execPath, ['server.js'], { cwd: project.folder, encoding: 'utf8' })
  expect(html.trim()).toBe('<div class="c"></div>')
})

test('their types hold without this project, and refuse what is wrong', () => {
  project.add('@types', 'csstype')
  writeFileSync(
    join(project.folder, 'page.tsx'),
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
    const tsc = resolve('node_modules/typescript/bin/tsc')
    execFileSync(process.execPath, [tsc, ...flags.split(/\s+/), 'page.tsx'], {
      cwd: project.folder,
      stdio: 'pipe',
    })
  }
})

test('the element shows the widget in a page, follows its attributes and leaves nothing', async ({
  page,
  site,
}) => {
  const script = `${site.partnerUrl}/element.js`
  // The demo's own page, without its scripts: Chromium lets no made-up page reach a service on this machine.
  await page.route(`${site.partnerUrl}/*.js`, (route) =>
    route.request().url() === script
      ? route.fulfill({ path: join(project.installed, 'element.js') })
      : route.abort(),
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
