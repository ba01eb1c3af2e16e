/** Reports the displayed symbol to the page once the service has confirmed it. */
import { problemOf } from '#app/api/client.ts'
import { queries } from '#app/api/queries.ts'
import { wasSessionOpened, useHost } from '#app/state/host.ts'
import type { Stop } from '#app/state/stop.ts'
import { useView, type View } from '#app/state/view.ts'
import type { App } from '#app/boot/app.ts'

/**
 * Reports symbol changes: emits SYMBOL_CHANGED for any symbol except the initial one, also while the widget is
 * hidden and its panels wait.
 *
 * A ticker that the service does not know is displayed as unknown: if the previous symbol stayed on screen, the
 * user would read one company's figures beside another company's page. SYMBOL_CHANGED is not emitted then. The
 * page receives UNKNOWN_SYMBOL only if it set the symbol itself; a user's typing error is not the page's error.
 */
export function reportSymbols(app: App): Stop {
  const view = useView.of(app.state)

  async function report({ symbol, symbolOrigin }: View): Promise<void> {
    // A restored symbol was reported before the reload; the service knows the scan's symbols.
    if (symbolOrigin === 'restored') return
    const problem = symbolOrigin === 'scan' ? undefined : await symbolProblem(app, symbol)
    // The symbol may have been replaced while the request was pending.
    if (app.ended || view.getState().symbol !== symbol) return
    if (problem?.code !== 'symbol-unknown') {
      if (symbolOrigin !== 'options') app.page?.emit('SYMBOL_CHANGED', symbol)
    } else if (symbolOrigin !== 'user') {
      const text = `the service has no symbol ${symbol}; check the ticker`
      app.page?.reportError('UNKNOWN_SYMBOL', text, problem.extras.requestId)
    }
  }

  // Selected before this code was loaded.
  if (view.getState().symbol) void report(view.getState())
  return view.subscribe((now, before) => {
    if (now.symbol && now.symbol !== before.symbol) void report(now)
  })
}

/** Waits for a session, then returns why a symbol cannot be displayed; undefined if it can. */
async function symbolProblem({ state, queryClient }: App, symbol: string) {
  const host = useHost.of(state)
  await new Promise<void>((resolve) => {
    if (wasSessionOpened(host.getState())) return resolve()
    const stop = host.subscribe((hostState) => {
      if (!wasSessionOpened(hostState)) return
      stop()
      resolve()
    })
  })
  // Shares the request of the Why panel.
  return queryClient.fetchQuery(queries.why(symbol)).then(() => undefined, problemOf)
}
