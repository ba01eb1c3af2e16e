import { expect, test } from 'vitest'
import { sectionOf, withSection } from './page-section.ts'

const page = '# Title\n\ntext\n\n## One\n\nfirst\n\n## Two\n\nsecond\n'

test('a section reaches to the next heading, or to the end', () => {
  expect(sectionOf(page, '## One')).toBe('## One\n\nfirst\n\n')
  expect(sectionOf(page, '## Two')).toBe('## Two\n\nsecond\n')
  expect(sectionOf(page, '## Three')).toBe('')
})

test('a section is replaced at its place, added at the end, or removed', () => {
  expect(withSection(page, '## One', '## One\n\nnew\n')).toBe(page.replace('first', 'new'))
  expect(withSection(page, '## Three', '## Three\n')).toBe(`${page}\n## Three\n`)
  expect(withSection(page, '## Two', '')).toBe('# Title\n\ntext\n\n## One\n\nfirst\n')
  expect(withSection(page, '## Two', sectionOf(page, '## Two'))).toBe(page)
})
