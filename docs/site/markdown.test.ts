import { expect, test } from 'vitest'
import { readMarkdown } from './markdown.ts'

const page = (source: string) => readMarkdown(source, '/docs/embedding')

test('headings get GitHub’s anchors, and error codes are their own anchors', () => {
  const { headings, html, title } = page(
    '# The page\n\n## At 3 a.m.\n\n## `load()` & go\n\n## AUTH\n\n## At 3 a.m.\n',
  )
  expect(title).toBe('The page')
  expect(headings.map(({ id }) => id)).toEqual(['at-3-am', 'load--go', 'AUTH', 'at-3-am-1'])
  expect(html).toContain('<h2 id="load--go"><code>load()</code> &amp; go</h2>')
  expect(html).toContain('aria-label="Link to “load() &amp; go”"')
})

test('links between files become links between pages', () => {
  const { links, html } = page(
    '[errors.md](errors.md#AUTH), [top](#x), [out](https://example.com/a.md), [old](decisions/0001.md)',
  )
  expect(links).toEqual([
    '/docs/errors#AUTH',
    '/docs/embedding#x',
    'https://example.com/a.md',
    '/docs/decisions/0001',
  ])
  expect(html).toContain('<a href="/docs/errors#AUTH">Errors</a>')
})

test('a moved error code keeps one anchor at its old place', () => {
  const { html, anchors } = page('[AUTH](errors.md#AUTH) and [AUTH](errors.md#AUTH)')
  expect(html.match(/id="AUTH" data-moved/g)).toHaveLength(1)
  expect([...anchors]).toEqual(['AUTH'])
})

test('code is highlighted with classes, and its content is escaped', () => {
  const { html, languages } = page('```html\n<b onclick="x">1 & 2</b>\n```\n\n```\n<drawing>\n```\n')
  expect(languages).toEqual(['html', ''])
  expect(html).toContain('<span class="hljs-name">b</span>')
  expect(html).toContain('<code>&lt;drawing&gt;</code>')
  expect(html).not.toMatch(/<b |style=/)
})

test('tables are focusable, and an empty header cell is not a header', () => {
  const { html } = page('# P\n\n## Options\n\n|   | a |\n|---|--:|\n| x | 1 |\n')
  expect(html).toContain('<div class="table" role="group" tabindex="0" aria-label="Table: Options">')
  expect(html).toContain('<tr><td></td><th scope="col" class="right">a</th></tr>')
})

test('search sections contain no markup', () => {
  const { sections, summary } = page(
    '# P\n\nThe *first* `one`.\n\n## Two\n\n- a\n- [b](errors.md)\n\n| k | v |\n|---|---|\n| x | **y** |\n',
  )
  expect(summary).toBe('The first one.')
  expect(sections.map(({ text, body }) => [text, body.trim()])).toEqual([
    ['P', 'The first one.'],
    ['Two', 'a\nb\nk · v\nx · y'],
  ])
})
