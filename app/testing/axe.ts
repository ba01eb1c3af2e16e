/** Runs axe on the elements of a component test. */
import axe from 'axe-core'

/**
 * Violations, one line per rule and element; an empty list passes. Page-level rules are checked by the
 * journeys.
 */
export async function axeFaults(root: Element): Promise<string[]> {
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
