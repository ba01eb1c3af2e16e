/** Accessibility checks of components with axe. */
import axe from 'axe-core'

/**
 * Returns one line per violated rule and element. Page-level rules (landmarks, headings) are disabled here;
 * the end-to-end tests check them.
 */
export async function axeViolations(root: Element): Promise<string[]> {
  const { violations } = await axe.run(root, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    rules: {
      region: { enabled: false },
      'page-has-heading-one': { enabled: false },
      'heading-order': { enabled: false },
    },
  })
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
}
