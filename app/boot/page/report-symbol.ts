/** Tells the page which symbol is shown, once the service knows it. */
import { problemOf } from '#app/api/client.ts'
import { queries } from '#app/api/queries.ts'
import { isRunning, useHost } from '#app/state/host.ts'
import type { Stop } from '#app/state/stop.ts'
import { useView, type View } from '#app/state/view.ts'
import type { App } from '#app/boot/app.ts'

/**
 * Reports symbol changes. SYMBOL_CHANGED is emitted for any symbol but the initial one; also by a hidden
 * widget, whose panels wait.
 *
 * A ticker unknown to the service is shown as unknown: with the previous symbol still on screen the user
 * would read one company's figures beside the page of another. It emits no SYMBOL_CHANGED, and the page
 * receives UNKNOWN_SYMBOL only if it set the symbol: a user's typing error is no error of the page.
 */
export function tellSymbols(app: App): Stop {
  const view = useView.of(app.state)

  async function tell({ symbol, symbolBy }: View): Promise<void> {
    // A restored symbol was reported before, and the scan's symbols are known.
    if (symbolBy === 'restored') return
    const problem = symbolBy === 'scan' ? undefined : await whyNot(app, symbol)
    // A symbol that was replaced meanwhile is not reported.
    if (app.ended || view.getState().symbol !== symbol) return
    if (problem?.code !== 'symbol-unknown') {
      if (symbolBy !== 'options') app.page?.emit('SYMBOL_CHANGED', symbol)
    } else if (symbolBy !== 'user') {
      const words = `the service has no symbol ${symbol}; check the ticker`
      app.page?.fail('UNKNOWN_SYMBOL', words, problem.extras.requestId)
    }
  }

  return view.subscribe((now, before) => {
    if (now.symbol && now.symbol !== before.symbol) void tell(now)
  })
}

/** Why there is nothing to see of a symbol, once there is a session to ask with; undefined where there is. */
async function whyNot({ state, queryClient }: App, symbol: string) {
  const host = useHost.of(state)
  await new Promise<void>((done) => {
    if (isRunning(host.getState())) return done()
    const stop = host.subscribe((now) => {
      if (!isRunning(now)) return
      stop()
      done()
    })
  })
  // Shares the request of Why.
  return queryClient.fetchQuery(queries.why(symbol)).then(() => undefined, problemOf)
}
