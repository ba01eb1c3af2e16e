/** Opens the page's option `state`: what a widget displayed when the page saved its state. */
import type { FrameOptions } from '#contract/bridge/options/options.ts'
import { lazyModuleQuery } from '#app/api/lazy-module.ts'
import type { App } from '#app/boot/app.ts'
import { applyFirstSymbol } from '#app/boot/session/initial-view.ts'
import { listFeatures } from '#app/panels/what/what-panel.tsx'
import { hasInitialList, readState, type SharedView } from '#app/state/shared-view/shared-view.ts'
import { readStoredView } from '#app/state/storage/stored-view.ts'
import { useView, type View } from '#app/state/view.ts'

/**
 * Replaces the view. After a reload of the frame this is the user's last view. A damaged text is reported to the page,
 * and its other options apply. Resolves once the list can be displayed as the state describes it.
 */
export async function openState(app: App, options: FrameOptions): Promise<void> {
  const { instance, page, state } = app
  const view = useView.of(state)
  const opened = readState(readStoredView(instance, options.state).state) ?? readState(options.state)
  if (!opened) {
    const { explainOptions } = await import('#contract/bridge/options/option-problems.ts')
    page?.reportError('BAD_OPTION', explainOptions(options, ['state']))
    if (!view.getState().symbol) applyFirstSymbol(state, options)
    return
  }
  view.setState((current) => ({ ...opened, ...symbolChoice(current, opened, options) }))
  if (!hasInitialList(opened)) await loadList(app)
}

/** Returns the origin of the symbol. A command that the page has sent since the start keeps its symbol. */
function symbolChoice(current: View, opened: SharedView, { symbol }: FrameOptions): Partial<View> {
  const { symbolOrigin, sentimentOverride, leg, riskProfile, tab } = current
  if (symbolOrigin === 'command')
    return { symbol: current.symbol, sentimentOverride, leg, riskProfile, tab, contract: null }
  if (!opened.symbol && symbol) return { symbol, symbolOrigin: 'options' }
  return opened.symbol === current.symbol
    ? {}
    : { symbolOrigin: opened.symbol === symbol ? 'options' : 'state' }
}

/** Loads filters, sorting and the other lists, so that the list is never displayed without them. */
async function loadList({ queryClient, texts }: App): Promise<void> {
  await Promise.all([
    queryClient.prefetchQuery(lazyModuleQuery(...listFeatures)),
    texts.loadNamespaces(['filters']).catch(() => undefined),
  ])
}
