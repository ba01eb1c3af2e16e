/** The playground's code runs as copied: every kind is compiled, or run in a page, for every choice that changes it. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { compileScript, compileTemplate, parse } from 'vue/compiler-sfc'
import { newAuthToken } from '#e2e/kit/doors.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'
import { type PartnerProject, startPartnerProject } from '#e2e/kit/partner-project.ts'
import manifest from '#loader/packages/published/package.json' with { type: 'json' }
import { widgetOn } from '#loader/packages/testing/widget.ts'
import { defaults } from '#public/options.js'
import { snippetVariants } from '#public/snippet-variants.ts'
import { snippet } from '#public/snippet.js'

let project: PartnerProject
test.beforeAll(() => {
  project = startPartnerProject()
  project.add('react', '@types/react', 'csstype', 'vue', '@vue')
})
test.afterAll(() => project.remove())

const config = { service: 'https://widget.example', apiKey: 'pk_live_1' }
/** Files of a kind of code, one folder for each variant of the settings. */
const filesOf = (kind: string, write: (code: string) => Record<string, string>) =>
  snippetVariants().flatMap((settings, index) =>
    Object.entries(write(snippet(kind, settings, config))).map(([name, text]) => ({
      path: `${kind}/${index}/${name}`,
      text,
    })),
  )

/** Compiles files in the partner's project under `strict`; returns the exit code and output. */
function compile(files: readonly { path: string; text: string }[]): string {
  for (const { path, text } of files) {
    mkdirSync(dirname(join(project.folder, path)), { recursive: true })
    writeFileSync(join(project.folder, path), text)
  }
  const flags =
    `--noEmit --strict --exactOptionalPropertyTypes --noUnusedLocals --noUnusedParameters --skipLibCheck
    --target es2022 --module esnext --lib es2023,dom,dom.iterable --moduleResolution bundler --jsx react-jsx
    --moduleDetection force`.split(/\s+/)
  const { status, stdout } = spawnSync(
    process.execPath,
    [resolve('node_modules/typescript/bin/tsc'), ...flags, '--types', '', ...files.map(({ path }) => path)],
    { cwd: project.folder, encoding: 'utf8' },
  )
  return `${status}: ${stdout}`
}

test('the React code compiles under strict', () => {
  expect(compile(filesOf('react', (code) => ({ 'ideas.tsx': code })))).toBe('0: ')
})

test('the Next code compiles under strict', () => {
  const session = { path: 'next/session.d.ts', text: 'declare function currentUserId(): Promise<string>' }
  const files = filesOf('next', (code) => {
    const [page = '', ideas = ''] = code.split(/(?=\/\/ app\/ideas\/ideas\.tsx)/)
    return { 'page.tsx': page, 'ideas.tsx': ideas }
  })
  expect(compile([...files, session])).toBe('0: ')
})

test('script and template of the Vue code compile under strict', () => {
  const files = filesOf('vue', (code) => {
    const { descriptor, errors } = parse(code)
    expect(errors).toEqual([])
    const { content } = compileScript(descriptor, { id: 'ideas' })
    const template = compileTemplate({
      id: 'ideas',
      filename: 'Ideas.vue',
      source: descriptor.template!.content,
      compilerOptions: { isCustomElement: (tag) => tag === 'service-widget' },
    })
    expect(template.errors).toEqual([])
    return { 'ideas.ts': content }
  })
  expect(compile(files)).toBe('0: ')
})

test('the server’s call returns a one-time token', ({ site }) => {
  const { apiKey, secretKey } = site.credentials
  const { stdout } = spawnSync(
    'sh',
    ['-c', snippet('server', defaults(), { service: site.serviceUrl, apiKey })],
    {
      env: { ...process.env, API_KEY: apiKey, SECRET_KEY: secretKey },
      encoding: 'utf8',
    },
  )
  expect(stdout).toMatch(/^"?at_\w+"?$/)
})

for (const kind of ['html', 'html-async', 'element'])
  for (const auth of ['apiKey', 'token'])
    for (const acknowledgesTickets of [true, false])
      test(`the ${kind} code by ${auth}, ${acknowledgesTickets ? 'with' : 'without'} answers to tickets, runs as copied`, async ({
        page,
        site,
        partner,
      }) => {
        const settings = { ...defaults(), auth, acknowledgesTickets, symbol: 'AAPL', holdings: false }
        const code = snippet(kind, settings, { service: site.widgetOrigin, apiKey: site.credentials.apiKey })
        const imports = JSON.stringify({ imports: { [`${manifest.name}/element`]: './element.js' } })
        await page.route('**/my/widget-token', async (route) =>
          route.fulfill({ body: await newAuthToken(site) }),
        )
        await page.goto(
          partner.page('playground', {
            files: {
              'index.html': `<!doctype html><title>Copied</title><script type="importmap">${imports}</script>${code}`,
              'element.js': readFileSync(join(project.packageFolder, 'element.js'), 'utf8'),
            },
          }),
        )
        const container = kind === 'element' ? 'service-widget' : '#widget'
        expect(await page.locator(container).evaluate(({ clientHeight }) => clientHeight)).toBeGreaterThan(
          760,
        )
        const widget = widgetOn(page, container)
        await widget.how.shows('AAPL')
        await widget.trade()
        await expect(widget.how.root.locator('[data-ticket]')).toHaveAttribute(
          'data-ticket',
          acknowledgesTickets ? 'received' : 'handed',
        )
      })
