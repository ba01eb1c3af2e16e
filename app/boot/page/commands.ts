/** Commands of the page after the app has started. */
import type { Command } from '#contract/bridge/bridge.ts'
import { nearestLocale } from '#contract/text/locales.ts'
import type { AppState } from '#app/state/app-state.ts'
import { useHost } from '#app/state/host.ts'
import type { Stop } from '#app/state/stop.ts'
import { chooseAppearance, selectSymbol, setTab, useView } from '#app/state/view.ts'
import { makeThrottle } from './throttle.ts'

/** Minimum time between two executed commands of one kind, milliseconds. */
const throttleMs = 50

/**
 * Executes commands until stopped. Of several commands of one kind in quick succession only the
 * last is executed, except ticket responses: each of them is recorded.
 */
export function handleCommands(state: AppState): { handle: (command: Command) => void; stop: Stop } {
  const { throttle, stop } = makeThrottle(throttleMs)
  const [host, view] = [useHost.of(state), useView.of(state)]
  return {
    stop,
    handle({ name, payload }) {
      const { phase, lastSetSymbol } = host.getState()
      // After a reload of the frame the loader repeats the last command of each kind: the user's later choices win.
      const isReplay = phase === 'connecting'
      if (name === 'SET_SYMBOL') {
        const text = JSON.stringify(payload)
        if (!isReplay || text !== lastSetSymbol)
          throttle(name, () => {
            host.setState({ lastSetSymbol: text })
            selectSymbol(state, payload.symbol, { origin: 'command', sentiment: payload.sentiment })
            // The list tab does not display the symbol; the How tab does.
            if (view.getState().tab === 'what') showWhy(state)
          })
      } else if (name === 'SET_THEME') throttle(name, () => host.setState(payload))
      else if (name === 'SET_LOCALE')
        throttle(name, () => {
          host.setState({ locale: nearestLocale(payload.locale) })
          if (!isReplay) chooseAppearance(state, { locale: null })
        })
      else if (name === 'SET_HOLDINGS')
        throttle(name, () =>
          host.setState(({ options }) => {
            const { holdings: _, ...otherOptions } = options ?? {}
            const { holdings } = payload
            return { options: holdings ? { ...otherOptions, holdings } : otherOptions }
          }),
        )
      // Part of the panels' code: without them no ticket exists.
      else
        void import('#app/state/order/ticket-responses.ts').then(({ recordTicketResponse }) =>
          recordTicketResponse(state, payload),
        )
    },
  }
}

/** Shows the Why tab. Moves the focus only if it is in the list, which the tab hides. */
function showWhy(state: AppState): void {
  const list = document.getElementById('panel-what')
  const wasFocusInList = document.hasFocus() && list?.contains(document.activeElement)
  setTab(state, 'why')
  if (wasFocusInList) document.getElementById('tab-why')?.focus()
}
