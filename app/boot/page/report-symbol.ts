/** Tells the page which symbol is shown, once the service knows it. */
import { problemOf } from '#app/api/client.ts'
import { queries } from '#app/api/queries.ts'
import { isRunning, useHost } from '#app/state/host.ts'
import type { Stop } from '#app/state/stop.ts'
import { useView, type View } from '#app/state/view.ts'
import type { App } from '../app.ts'

/**
 * From now on. SYMBOL_CHANGED is told of any symbol but the one that the app starts with; also by a widget that nobody sees,
 * whose panels wait.
 *
 * A ticker that the service does not know is shown as such: with the symbol before still on screen the user would read one
 * company's figures beside the page of another. SYMBOL_CHANGED is not told of it, and the page hears UNKNOWN_SYMBOL where it
 * was the page that named it: what the user mistypes is no error of the page's.
 */
export function tellSymbols(app: App): Stop {
  const view = useView.of(app.state)

  async function tell({ symbol, symbolBy }: View): Promise<void> {
    // What was restored has been told, and the scan names none that is unknown.
    if (symbolBy === 'restored') return
    const problem = symbolBy === 'scan' ? undefined : await whyNot(app, symbol)
    // Of a symbol that is gone by now nobody need hear.
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
  // The answer that Why shows: it is asked for once.
  return queryClient.fetchQuery(queries.why(symbol)).then(() => undefined, problemOf)
}
