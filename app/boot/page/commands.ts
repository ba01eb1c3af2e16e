/** Commands of the page after the app has started. */
import type { Command } from '#contract/bridge/bridge.ts'
import { nearestLocale } from '#contract/text/locales.ts'
import type { SetTheme } from '#contract/bridge/options/live-options.ts'
import type { FrameOptions } from '#contract/bridge/options/options.ts'
import type { App } from '#app/boot/app.ts'
import { loadTheming } from '#app/boot/loading/load-theming.ts'
import type { AppState } from '#app/state/app-state.ts'
import { useHost } from '#app/state/host.ts'
import type { Stop } from '#app/state/stop.ts'
import { chooseAppearance, selectSymbol, setTab, useView } from '#app/state/view.ts'
import { makeThrottle } from './throttle.ts'

/** Minimum time between two executed commands of one kind, milliseconds. */
const throttleMs = 50

/**
 * Executes commands until stopped, except ticket responses (report-mistakes.ts). Of several commands of one kind in quick
 * succession only the last is executed; the fields of SET_THEME are merged.
 */
export function handleCommands(app: App): { handle: (command: Command) => void; stop: Stop } {
  const { state } = app
  const { throttle, stop } = makeThrottle(throttleMs)
  /** Fields of SET_THEME commands that have not been executed. */
  let looks: SetTheme = {}
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
      } else if (name === 'SET_THEME') {
        looks = { ...looks, ...payload }
        throttle(name, () => {
          const changes = looks
          looks = {}
          if (changes.theme) host.setState({ theme: changes.theme })
          void loadTheming().then((theming) => theming?.changeLooks(app, changes, isReplay))
        })
      } else if (name === 'SET_LOCALE')
        throttle(name, () => {
          host.setState({ locale: nearestLocale(payload.locale) })
          if (!isReplay) chooseAppearance(state, { locale: null })
        })
      else if (name === 'SET_HOLDINGS')
        throttle(name, () =>
          host.setState(({ options }) => ({
            options: { ...options, holdings: payload.holdings ?? undefined } as FrameOptions,
          })),
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
