/** Loaded only if an option's root is not the ticker of its holding. */
import type { Holding } from '#contract/bridge/holdings.ts'
import { optionRoot, standardRoot } from '#contract/responses/osi.ts'
import type { App } from '#app/boot/app.ts'

/** Maximum number of roots of one list that are looked up. */
const maxLookups = 20

/**
 * Returns a sentence about the first option whose root is the ticker of another listed symbol; undefined if there is
 * none, or if the service does not respond. The sentence repeats no value, like those of holdings-problems.ts.
 */
export async function explainForeignOption(
  { api }: Pick<App, 'api'>,
  holdings: readonly Holding[],
): Promise<string | undefined> {
  const options = holdings.flatMap(({ symbol, openOptions = [] }, index) =>
    openOptions
      .map(({ id }, optionIndex) => ({
        root: optionRoot(id),
        path: `holdings[${index}].openOptions[${optionIndex}].id`,
      }))
      .filter(({ root }) => root !== standardRoot(symbol)),
  )
  const roots = [...new Set(options.map(({ root }) => root))].slice(0, maxLookups)
  const listedRoots = await Promise.all(
    roots.map(async (root) => {
      const { symbols } = await api.client.get('symbols', { query: { query: root } })
      return symbols.some(({ symbol }) => standardRoot(symbol) === root) ? [root] : []
    }),
  ).catch(() => [])
  const foreignOption = options.find(({ root }) => listedRoots.flat().includes(root))
  return (
    foreignOption &&
    `${foreignOption.path} is an option of another listed symbol: list it in the holding of that symbol. The list before stays`
  )
}
