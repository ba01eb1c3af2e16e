/** Resources that the browser loads because of links in the frame's document. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { locales } from '#contract/text/locales.ts'
import { webResponse } from '#service/http/web.ts'
import { BuildManifestSchema, createDocumentHints, firstScreenTexts } from './document-hints.ts'
import { frameDocument } from './frame-document.ts'

const template =
  '<!doctype html><html><head><script type="module" crossorigin src="/assets/main.js"></script></head><body></body></html>'
const manifest = v.parse(BuildManifestSchema, {
  '_main.js': { file: 'assets/main.js', imports: ['_shared.js'], dynamicImports: ['app/panels/why.tsx'] },
  '_shared.js': { file: 'assets/shared.js' },
  'app/panels/why.tsx': { file: 'assets/why.js', imports: ['_main.js'] },
  'app/i18n/common-and-what/de.ts': { file: 'assets/de.js', imports: ['_shared.js', '_words.js'] },
  'app/i18n/common-and-what/fr.ts': { file: 'assets/fr.js', imports: ['_main.js'] },
  '_words.js': { file: 'assets/words.js' },
})
const preloadedNames = (html: string) =>
  [...html.matchAll(/<link rel="modulepreload"[^>]* href="\/assets\/(\w+)\.js"/g)].map(([, name]) => name)

test('an English document preloads only imports of the app that the document does not name', () => {
  const hints = createDocumentHints(template, manifest)
  expect(preloadedNames(hints('en'))).toEqual(['shared'])
  expect(
    preloadedNames(
      createDocumentHints(
        template.replace('</head>', '<link href="/assets/shared.js"></head>'),
        manifest,
      )('en'),
    ),
  ).toEqual([])
})

test('a document in another language also preloads its first texts: each file once, no text of later panels', () => {
  const hints = createDocumentHints(template, manifest)
  expect(preloadedNames(hints('de'))).toEqual(['shared', 'de', 'words'])
  expect(preloadedNames(hints('fr'))).toEqual(['shared', 'fr'])
  expect(preloadedNames(hints('ja')), 'the build does not list its file').toEqual(['shared'])
})

test('links the texts of the panels with `rel=later`, if the build lists them', () => {
  const words = { '_words-de-1.js': { file: 'assets/words-de.js', name: 'words-de' } }
  const hints = createDocumentHints(template, v.parse(BuildManifestSchema, { ...manifest, ...words }))
  expect(hints('de')).toContain('<link rel="later" crossorigin href="/assets/words-de.js">')
  expect(hints('fr')).not.toContain('later')
})

test('each hint has the document’s nonce, as the policy requires', async () => {
  const url = new URL('http://widget.test/widget?locale=de-AT')
  const parts = { template, skeletons: {}, hints: createDocumentHints(template, manifest) }
  const response = webResponse(frameDocument(parts, url, new Headers()))
  const [, nonce] = /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy')!)!
  expect(await response.text()).toContain(
    `<link rel="modulepreload" nonce="${nonce}" crossorigin href="/assets/de.js">`,
  )
})

test('every language except English has a file of first texts', () => {
  const root = join(import.meta.dirname, '../../..')
  for (const locale of locales.filter((candidate) => candidate !== 'en'))
    expect(existsSync(join(root, firstScreenTexts(locale))), locale).toBe(true)
})
