/** Commands of the page after the app has started. */
import type { Command } from '#contract/bridge/bridge.ts'
import { nearestLocale } from '#contract/text/locales.ts'
import type { AppState } from '#app/state/app-state.ts'
import { useHost } from '#app/state/host.ts'
import type { Stop } from '#app/state/stop.ts'
import { answerTicket } from '#app/state/order/ticket-answers.ts'
import { chooseAppearance, selectSymbol, setTab, useView } from '#app/state/view.ts'
import { makeThrottle } from './throttle.ts'

/** Commands of one kind are followed this often at most, milliseconds. */
const throttleMs = 50

/** Follows commands until stopped: the last of each kind wins, but each ticket's answer counts. */
export function followCommands(state: AppState): { follow: (command: Command) => void; stop: Stop } {
  const { throttle, stop } = makeThrottle(throttleMs)
  const [host, view] = [useHost.of(state), useView.of(state)]
  return {
    stop,
    follow({ name, payload }) {
      const { phase, followed } = host.getState()
      // The loader says the last of each again when the frame was reloaded: then what the user has chosen since is newer.
      const again = phase === 'connecting'
      if (name === 'SET_SYMBOL') {
        const text = JSON.stringify(payload)
        if (!again || text !== followed)
          throttle(name, () => {
            host.setState({ followed: text })
            selectSymbol(state, payload.symbol, { by: 'command', sentiment: payload.sentiment })
            // In the tabbed layout the list does not show the symbol; a user of How sees it there.
            if (view.getState().tab === 'what') showWhy(state)
          })
      } else if (name === 'SET_THEME') throttle(name, () => host.setState(payload))
      else if (name === 'SET_LOCALE')
        throttle(name, () => {
          host.setState({ locale: nearestLocale(payload.locale) })
          if (!again) chooseAppearance(state, { locale: null })
        })
      else if (name === 'SET_HOLDINGS')
        throttle(name, () => host.setState(({ options }) => ({ options: { ...options, ...payload } })))
      else answerTicket(state, payload)
    },
  }
}

/** The focus stays where it is, unless that is behind the tab from now on. */
function showWhy(state: AppState): void {
  const list = document.getElementById('panel-what')
  const wasInList = document.hasFocus() && list?.contains(document.activeElement)
  setTab(state, 'why')
  if (wasInList) document.getElementById('tab-why')?.focus()
}
