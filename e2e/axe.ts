/** What axe finds, as lines a person can act on: rule, element, reason. */
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** axe's own frame selectors of the widget on the pages of these tests. */
export const insideWidget = ['#widget iframe', 'html']

/** `rules` judges these alone; else all of WCAG 2.2 AA and axe's best practice. */
export async function violations(
  page: Page,
  parts: { include?: string[]; exclude?: string; rules?: readonly string[] | undefined },
): Promise<string[]> {
  // The package is typed against another copy of playwright-core; the page is the same.
  const axe = new AxeBuilder({ page: page as never })
  if (parts.include) axe.include(parts.include)
  if (parts.exclude) axe.exclude(parts.exclude)
  const results = await (parts.rules ? axe.withRules([...parts.rules]) : axe.withTags(tags)).analyze()
  expect(results.passes.length, 'rules that had something to judge').toBeGreaterThan(parts.rules ? 0 : 10)
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  )
}
