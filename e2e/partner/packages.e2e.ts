/** The package's entry points as partners use them: installed, on a server, in a compiler, in a page. */
import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { expect, test } from '#e2e/kit/fixtures.ts'
import published from '#loader/packages/published/package.json' with { type: 'json' }
import { widgetOn } from '#loader/packages/testing/widget.ts'
import { type PartnerProject, startPartnerProject } from '#e2e/kit/partner-project.ts'

let project: PartnerProject
test.beforeAll(() => {
  project = startPartnerProject()
})
test.afterAll(() => project.remove())

test('the package installs no dependencies and uses the partner’s React', () => {
  const installed = readdirSync(join(project.folder, 'node_modules'), { recursive: true, encoding: 'utf8' })
    .filter((path) => basename(path) === 'package.json')
    .map(dirname)
  expect(installed).toEqual([published.name])
  const manifest = JSON.parse(readFileSync(join(project.packageFolder, 'package.json'), 'utf8')) as object
  expect(manifest).not.toHaveProperty('dependencies')
  expect(manifest).toMatchObject({
    peerDependencies: { react: '>=18' },
    peerDependenciesMeta: { react: { optional: true } },
    license: 'SEE LICENSE IN LICENSE',
    publishConfig: { access: 'public', provenance: true },
    // A bundler may drop the other modules if nothing imports from them.
    sideEffects: expect.arrayContaining(['./element.js']),
  })
})

test('the React component is marked as a client component for Next’s App Router', () => {
  expect(readFileSync(join(project.packageFolder, 'react.js'), 'utf8')).toMatch(/^["']use client["'];/)
})

test('the entry points can be imported and rendered on a server', () => {
  project.add('react', 'react-dom', 'scheduler')
  writeFileSync(
    join(project.folder, 'server.js'),
    `import { createElement } from 'react'
     import { renderToString } from 'react-dom/server'
     import { loadServiceWidget } from '@options-analysis/widget/loader'
     import { ServiceWidget } from '@options-analysis/widget/react'
     import '@options-analysis/widget/element'
     const loader = await loadServiceWidget({ src: 'https://widget.example/widgetLoader' })
     loader.load('pro', {}).destroyWidget()
     console.log(renderToString(createElement(ServiceWidget, { src: 's', userId: 'u', apiKey: 'k', className: 'c' })))`,
  )
  const html = execFileSync(process.execPath, ['server.js'], { cwd: project.folder, encoding: 'utf8' })
  expect(html.trim()).toMatch(/^<div class="c"><svg [^>]*height="768px"/)
})

/** Compiles a page in the partner's project with the module resolution of bundlers and of Node. */
function compile(page: string, text: string, extraArgs: readonly string[] = []): void {
  writeFileSync(join(project.folder, page), text)
  for (const module of ['esnext', 'nodenext']) {
    const resolution = module === 'esnext' ? 'bundler' : module
    const flags = `--noEmit --strict --exactOptionalPropertyTypes --target es2022 --lib es2022,dom,dom.iterable
      --module ${module} --moduleResolution ${resolution}`
    const tsc = resolve('node_modules/typescript/bin/tsc')
    // `--types ''`: only types that are imported.
    const args = [tsc, ...flags.split(/\s+/), '--types', '', ...extraArgs, page]
    const { status, stdout } = spawnSync(process.execPath, args, { cwd: project.folder, encoding: 'utf8' })
    expect([status, stdout], `${page}, ${module}`).toEqual([0, ''])
  }
}

test('the types without a framework need no other package', () => {
  compile(
    'plain.ts',
    `import { loadServiceWidget, type SetSymbol, type TradeTicket, type WidgetOptions } from '@options-analysis/widget/loader'
     import '@options-analysis/widget/element'
     export async function start(options: WidgetOptions) {
       const loader = await loadServiceWidget({ src: 'https://widget.example/widgetLoader' })
       const widget = loader.load('pro', options)
       widget.on(widget.EventType.TRADE_TICKET_EXECUTE, (ticket: TradeTicket) => {
         const strike: number | undefined = ticket.optionLegs[0]?.strike
         // @ts-expect-error -- a number, not the type any
         const wrong: string | undefined = ticket.optionLegs[0]?.strike
         return [strike, wrong]
       })
       widget.on('CONNECTION', ({ state }) => state === 'stale')
       widget.postMessage('SET_SYMBOL', { symbol: 'AAPL' } satisfies SetSymbol)
       // @ts-expect-error -- no such theme
       widget.postMessage('SET_THEME', { theme: 'neon' })
       const element = document.createElement('service-widget')
       element.addEventListener('symbolchanged', ({ detail }) => detail.toUpperCase())
       element.getAuthToken = async () => 'token'
       element.answerTradeTicket = async ({ limit }) => ({ reference: \`A-\${limit}\` })
       element.failure?.tryAgain?.()
     }
     // The global of the loader script, if the page has a script tag.
     window.serviceWidgetLoader?.load('pro', { destinationId: 'ideas', userId: 'u', apiKey: 'k', locale: 'pt-BR' })
     export const version: string | undefined = serviceWidgetLoader?.version
     export const right: WidgetOptions[] = [
       { destinationId: 'i', userId: 'u', apiKey: 'k' },
       { destinationId: 'i', userId: 'u', authToken: 't', getAuthToken: () => 't' },
       { destinationId: 'i', userId: 'u', getAuthToken: async () => 't', locale: 'fr-CA' },
       // @ts-expect-error -- two credentials
       { destinationId: 'i', userId: 'u', apiKey: 'k', authToken: 't' },
       // @ts-expect-error -- no credential
       { destinationId: 'i', userId: 'u' },
       // @ts-expect-error -- the height must be a string with a unit
       { destinationId: 'i', userId: 'u', apiKey: 'k', height: 600 },
     ]`,
  )
})

const tag = (extraAttributes = '') =>
  `<service-widget src="s" api-key="k" user-id="u" symbol="AAPL" theme="dark" show-header="false" show-news-tab ${extraAttributes}/>`

test('the types work in React and reject mistakes', () => {
  project.add('react', '@types/react', 'csstype')
  const page = `import { ServiceWidget } from '@options-analysis/widget/react'
     import '@options-analysis/widget/element-react'
     export const right = <ServiceWidget src="s" userId="u" apiKey="k" onReady={(widget) => widget.destroyWidget()}
       onTradeTicket={async ({ ticketId }) => ({ reference: ticketId })} fallback={<p>One moment</p>}
       errorFallback={({ error, tryAgain }) => <button onClick={tryAgain}>{error.code}</button>} />
     // @ts-expect-error -- no userId
     export const wrong = <ServiceWidget src="s" apiKey="k" />
     export const element = ${tag('onsymbolchanged={({ detail }) => detail.toUpperCase()} getAuthToken={() => "t"} className="c" key="k"')}
     // @ts-expect-error -- no such theme
     export const neon = <service-widget theme="neon" />
     // @ts-expect-error -- React would omit the attribute, and the header would be shown
     export const off = <service-widget show-header={false} />`
  const flags = ['--jsx', 'react-jsx']
  compile('react-19.tsx', page, flags)
  project.add('@types/prop-types')
  project.replace('@types/react', 'types-react-18')
  compile('react-18.tsx', page, flags)
})

test('the types work in Preact', () => {
  project.add('preact')
  compile(
    'preact.tsx',
    `import '@options-analysis/widget/element-preact'
     export const right = ${tag('onsymbolchanged={({ detail }) => detail.toUpperCase()} class="c" key="k"')}
     // @ts-expect-error -- no such theme
     export const wrong = <service-widget theme="neon" />`,
    ['--jsx', 'react-jsx', '--jsxImportSource', 'preact', '--skipLibCheck'],
  )
})

test('the types work in Solid', () => {
  project.add('solid-js', 'csstype')
  compile(
    'solid.tsx',
    `import '@options-analysis/widget/element-solid'
     export const right = ${tag('on:symbolchanged={({ detail }) => detail.toUpperCase()} prop:getAuthToken={() => "t"} class="c"')}
     // @ts-expect-error -- no such theme
     export const wrong = <service-widget theme="neon" />`,
    ['--jsx', 'preserve', '--jsxImportSource', 'solid-js', '--skipLibCheck'],
  )
})

test('the types work in Vue and Svelte templates', () => {
  project.add('vue', '@vue', 'csstype', 'svelte')
  compile(
    'templates.ts',
    `import '@options-analysis/widget/element-vue'
     import '@options-analysis/widget/element-svelte'
     import type { GlobalComponents } from 'vue'
     import type { SvelteHTMLElements } from 'svelte/elements'
     type Vue = InstanceType<GlobalComponents['service-widget']>['$props']
     type Svelte = SvelteHTMLElements['service-widget']
     const common = { src: 's', 'api-key': 'k', 'user-id': 'u', theme: 'dark', 'show-header': 'false' } as const
     // Vue's strict templates read \`show-header\` as \`showHeader\`.
     export const strict: Vue = { src: 's', apiKey: 'k', userId: 'u', showHeader: 'false', widgetType: 'pro', holdings: [] }
     // @ts-expect-error -- Vue would omit the attribute, and the header would be shown
     export const off: Vue = { showHeader: false }
     // @ts-expect-error -- no such option
     export const unknown: Vue = { colourConvention: 'red-up' }
     export const right: [Vue, Svelte] = [
       { ...common, class: 'c', onSymbolchanged: ({ detail }) => detail.toUpperCase() },
       { ...common, class: 'c', onsymbolchanged: ({ detail }) => detail.toUpperCase(), getAuthToken: () => 't' },
     ]
     export const wrong: [Vue, Svelte] = [
       // @ts-expect-error -- no such theme
       { theme: 'neon' },
       // @ts-expect-error -- no such theme
       { theme: 'neon' },
     ]`,
    ['--skipLibCheck'],
  )
})

test('the custom element shows the widget, follows its attributes and leaves nothing behind', async ({
  page,
  site,
}) => {
  const script = `${site.partnerUrl}/element.js`
  // Uses the demo's real page without its scripts: Chromium blocks requests from an intercepted page to a local server.
  await page.route(`${site.partnerUrl}/*.js`, (route) =>
    route.request().url() === script
      ? route.fulfill({ path: join(project.packageFolder, 'element.js') })
      : route.abort(),
  )
  await page.goto(site.partnerUrl)
  await page.evaluate(
    ([src, key]) => {
      document.body.innerHTML = `<div id="ideas"><service-widget src="${src}" api-key="${key}" user-id="u-1" symbol="AAPL"
        show-what-panel="false"><p slot="error">No ideas today</p></service-widget></div>`
    },
    [`${site.widgetOrigin}/widgetLoader`, site.credentials.apiKey],
  )
  await page.addScriptTag({ type: 'module', url: script })
  const tag = page.locator('service-widget')
  const widget = widgetOn(page, 'service-widget')
  await widget.why.shows('AAPL')
  await widgetOn(page, '#ideas').why.shows('AAPL')
  await expect(widget.what.root).toHaveCount(0)
  const changedSymbol = tag.evaluate(
    (element) =>
      new Promise((done) => {
        element.addEventListener('symbolchanged', (event) => done((event as CustomEvent).detail), {
          once: true,
        })
      }),
  )
  await tag.evaluate((element) => element.setAttribute('symbol', 'MSFT'))
  expect(await changedSymbol).toBe('MSFT')
  await widget.why.shows('MSFT')
  await tag.evaluate((element) => element.setAttribute('theme', 'dark'))
  await expect(widget.root).toHaveAttribute('data-theme', 'dark')
  // The error describes only visible content: the hidden slot's text is not in it.
  await tag.evaluate((element) => element.querySelector('iframe')!.remove())
  const widgetWithShortTimeout = widgetOn(page, 'service-widget', { timeout: 100 })
  await expect(widgetWithShortTimeout.why.shows('MSFT')).rejects.toThrow(/There is: (?!.*No ideas)/)
  await tag.evaluate((element) => element.remove())
  await expect(page.locator('iframe')).toHaveCount(0)
})
