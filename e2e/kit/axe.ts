/** axe on the pages of these tests. */
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** axe's own frame selectors of the widget on the pages of these tests. */
export const insideWidget = ['#widget iframe', 'html']

type Parts = { include?: string[]; exclude?: string; rules?: readonly string[] | undefined }

/** What axe says. `rules` judges these alone; else all of WCAG 2.2 AA and axe's best practice. */
export function analyze(page: Page, { include, exclude, rules }: Parts = {}) {
  // The package is typed against another copy of playwright-core; the page is the same.
  const axe = new AxeBuilder({ page: page as never })
  if (include) axe.include(include)
  if (exclude) axe.exclude(exclude)
  return (rules ? axe.withRules([...rules]) : axe.withTags(tags)).analyze()
}

/** What is wrong, as lines a person can act on: rule, element, reason. */
export async function violations(page: Page, parts: Parts = {}): Promise<string[]> {
  const results = await analyze(page, parts)
  expect(results.passes.length, 'rules that had something to judge').toBeGreaterThan(parts.rules ? 0 : 10)
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  )
}
