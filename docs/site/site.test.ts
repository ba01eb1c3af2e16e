/** Checks the complete documentation: no broken links, no missing pages, no markup that its policy forbids. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import MiniSearch from 'minisearch'
import { describe, expect, test } from 'vitest'
import { EventType, loaderErrorCodes } from '#contract/bridge/bridge.ts'
import { optionTable } from '#contract/bridge/options/options.ts'
import { problemCodes } from '#contract/api/problem.ts'
import { isKnownLanguage } from './highlight.ts'
import { navigation, pages, pathOf } from './navigation.ts'
import { layOutPages, readPages, searchIndexOf } from './pages.ts'
import { searchOptions, type SearchResult } from './search-options.ts'

const folder = join(import.meta.dirname, '..')
const sitePages = readPages('1.2.3')
const assets = { style: '/s.css', theme: '/t.js', script: '/m.js', search: '/i.json', icon: '/i.svg' }
const html = layOutPages(sitePages, assets, '1.2.3')
const documentOf = (name: string) => sitePages.find((page) => page.name === name)!.document

/** Paths of the service outside of the documentation that pages may link to. */
const otherPaths = [
  '/openapi.json',
  '/problems',
  ...problemCodes.map((code) => `/problems/${code}`),
  ...pages.filter(({ source }) => source === 'elsewhere').map(({ name }) => pathOf(name)),
]

describe('every page', () => {
  test('is in the navigation exactly once', () => {
    const files = globSync('**/*.md', { cwd: folder, exclude: (path) => /node_modules/.test(path) })
    const listed = pages.filter(({ source }) => source === 'markdown').map(({ name }) => `${name}.md`)
    expect(listed.toSorted()).toEqual(files.toSorted())
    expect(new Set(pages.map(({ name }) => name)).size).toBe(pages.length)
    expect(navigation.map(({ title }) => title)).toEqual(['For partners', 'For operators'])
  })

  test('has no broken links or anchors', () => {
    const anchorsByPath = new Map(sitePages.map(({ name, document }) => [pathOf(name), document.anchors]))
    const broken = sitePages.flatMap(({ name, document }) =>
      document.links
        .filter((link) => {
          if (/^(https:|mailto:|http:\/\/localhost)/.test(link)) return false
          const [path = '', fragment] = link.split('#')
          if (otherPaths.includes(path)) return false
          const anchors = anchorsByPath.get(path)
          return !anchors || (fragment !== undefined && !anchors.has(fragment))
        })
        .map((link) => `${name}: ${link}`),
    )
    expect(broken).toEqual([])
  })

  test('uses known languages in code fences', () => {
    const unknown = sitePages.flatMap(({ name, document }) =>
      document.languages
        .filter((language) => !isKnownLanguage(language))
        .map((language) => `${name}: ${language}`),
    )
    expect(unknown).toEqual([])
  })

  test('has a unique title and no inline scripts or styles', () => {
    const titles = new Set<string>()
    for (const [name, text] of html) {
      titles.add(/<title>(.+)<\/title>/.exec(text)![1]!)
      expect(text, name).not.toMatch(/<style|\sstyle="|\son\w+="|<script(?![^>]* src=)|javascript:/)
      expect(text.match(/<h1[ >]/g), name).toHaveLength(1)
      expect(text, name).toContain('version 1.2.3')
    }
    expect(titles.size).toBe(html.size)
  })

  test('skips no heading level', () => {
    for (const { name, document } of sitePages) {
      const depths = [1, ...document.headings.map(({ depth }) => depth)]
      const skipped = document.headings.filter(({ depth }, index) => depth > depths[index]! + 1)
      expect(
        skipped.map(({ text }) => text),
        name,
      ).toEqual([])
    }
  })

  test('has each id once', () => {
    for (const [name, text] of html) {
      const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!)
      expect(
        ids.filter((id, index) => ids.indexOf(id) !== index),
        name,
      ).toEqual([])
    }
  })
})

test('the group for developers of the service is collapsed except on its own pages', () => {
  const collapsedGroups = navigation.flatMap(({ groups }) => groups).filter(({ isCollapsed }) => isCollapsed)
  const names = collapsedGroups.flatMap(({ pages: groupPages }) => groupPages.map(({ name }) => name))
  expect(names.filter((name) => name.startsWith('decisions/')).length).toBeGreaterThan(3)
  expect(navigation[0]!.groups.some(({ isCollapsed }) => isCollapsed)).toBe(false)
  for (const [name, text] of html) {
    const [, opened, list] = /<details( open)?>(.*?)<\/details>/.exec(text)!
    expect(opened !== undefined, name).toBe(names.includes(name))
    expect(list, name).toContain('/docs/decisions/')
  }
})

test('every error has a section with its code as anchor, and old addresses lead to it', () => {
  const { anchors, sections } = documentOf('errors')
  for (const code of loaderErrorCodes) {
    expect(anchors, code).toContain(code)
    expect(sections.find(({ id }) => id === code)!.body.length, code).toBeGreaterThan(60)
    expect(html.get('embedding'), code).toContain(`<a href="/docs/errors#${code}" id="${code}" data-moved>`)
  }
})

test('the embedding page documents every option with its default, every event and every command', () => {
  const source = readFileSync(join(folder, 'embedding.md'), 'utf8')
  for (const [name, row] of Object.entries(optionTable)) {
    const line = source
      .split('\n')
      .find((tableRow) => tableRow.startsWith('|') && tableRow.split('|')[1]!.includes(`\`${name}\``))
    expect(line, name).toBeDefined()
    if ('default' in row) expect(line!.replaceAll("'", ''), name).toContain(`\`${row.default}\``)
    if (Array.isArray(row.kind)) for (const value of row.kind) expect(line, name).toContain(value)
  }
  for (const name of Object.keys(EventType))
    expect(source, name).toMatch(new RegExp(`^\\| \`${name}\` `, 'm'))
})

test.each([
  ['supported browsers', '/docs/browsers'],
  ['GDPR', '/docs/privacy'],
  ['WCAG', '/docs/accessibility'],
  ['SRI', '/docs/embedding#pinning-a-version'],
  ['CSP', '/docs/embedding#content-security-policy-csp'],
  ['cypress', '/docs/testing#cypress'],
  ['webhook', '/docs/trade-ticket'],
  ['unknown parameter', '/docs/data-api#unknown-query-parameters'],
  ['fractional shares', '/docs/embedding#holdings'],
])('the search for “%s” finds %s among the first results', (query, address) => {
  const index = MiniSearch.loadJSON<SearchResult>(searchIndexOf(sitePages), searchOptions)
  const addresses = index.search(query).map(({ id }) => String(id))
  expect(addresses.slice(0, 5)).toContain(address)
})

test('the search index contains the sections of every page', () => {
  const index = searchIndexOf(sitePages)
  for (const { name } of sitePages) expect(index, name).toContain(`"${pathOf(name)}"`)
  expect(index).toContain('"/docs/errors#AUTH"')
  expect(index).toContain('"/docs/api-reference#why"')
})
