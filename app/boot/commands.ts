/** What the page commands once it has started the app. */
import type { Command } from '#contract/bridge.ts'
import { nearestLocale } from '#contract/locales.ts'
import type { Stop } from '#app/state/stop.ts'
import { useHost } from '#app/state/host.ts'
import { chooseAppearance, selectSymbol } from '#app/state/view.ts'
import { makeThrottle } from './throttle.ts'

/** Commands of one kind are followed this often at most, milliseconds. */
const paceMs = 50

const host = useHost.setState

/** Follows commands until stopped: the last of each kind wins. */
export function followCommands(): { follow: (command: Command) => void; stop: Stop } {
  const { throttle, stop } = makeThrottle(paceMs)
  return {
    stop,
    follow({ name, payload }) {
      const { phase, followed } = useHost.getState()
      // The loader says the last of each again when the frame was reloaded: then what the user has chosen since is newer.
      const again = phase === 'connecting'
      if (name === 'SET_SYMBOL') {
        const text = JSON.stringify(payload)
        if (!again || text !== followed)
          throttle(name, () => {
            host({ followed: text })
            selectSymbol(payload.symbol, { by: 'command', sentiment: payload.sentiment })
          })
      } else if (name === 'SET_THEME') throttle(name, () => host(payload))
      else
        throttle(name, () => {
          host({ locale: nearestLocale(payload.locale) })
          if (!again) chooseAppearance({ locale: null })
        })
    },
  }
}
