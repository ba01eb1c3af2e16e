/** Refuses holdings with an option of another listed share, which only the service's universe can tell. */
import type { Holding } from '#contract/bridge/holdings.ts'
import { optionRoot, standardRoot } from '#contract/responses/osi.ts'
import type { App } from '#app/boot/app.ts'
import { useHost } from '#app/state/host.ts'
import type { Stop } from '#app/state/stop.ts'

/** Returns whether every option has the root of its holding's symbol, with a digit if it was adjusted (`AAPL1`). */
const hasUsualRoots = (holdings: readonly Holding[]): boolean =>
  holdings.every(({ symbol, openOptions }) =>
    openOptions?.every(({ id }) => optionRoot(id) === standardRoot(symbol)),
  )

/**
 * Checks the page's lists until stopped. Other roots are usual after mergers and for indexes, so only such a list costs
 * a request. A refused list gives way to the list before.
 */
export function checkHoldings(app: App): Stop {
  const host = useHost.of(app.state)
  let accepted: readonly Holding[] | undefined

  async function check(isCommand: boolean): Promise<void> {
    const holdings = host.getState().options?.holdings
    if (!holdings || hasUsualRoots(holdings)) return void (accepted = holdings)
    const { explainForeignOption } = await import('./foreign-option.ts')
    const sentence = await explainForeignOption(app, holdings)
    if (app.ended || host.getState().options?.holdings !== holdings) return
    if (sentence === undefined) return void (accepted = holdings)
    host.setState(({ options }) => {
      const { holdings: _, ...otherOptions } = options!
      return { options: accepted ? { ...otherOptions, holdings: accepted } : otherOptions }
    })
    app.page?.reportError(isCommand ? 'BAD_COMMAND' : 'BAD_OPTION', sentence)
  }

  void check(false)
  return host.subscribe((now, before) => {
    const holdings = now.options?.holdings
    if (holdings !== before.options?.holdings && holdings !== accepted) void check(true)
  })
}
