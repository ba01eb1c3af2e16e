/** What the page tells a widget. */
import type { Command, WidgetCommand } from '#contract/bridge.ts'
import { themes } from '#contract/options.ts'
import { plainCopy } from '#contract/plain-copy.ts'
import type { Life } from './life.ts'
import { applyStyle } from './place.ts'

/**
 * Sends a command to the frame, and to whichever says hello later. One whose name or shape is wrong is dropped, which the
 * page's developer sees on the console; the frame looks at the rest.
 */
export function sendCommand(life: Life, name: WidgetCommand, given: unknown): void {
  const payload = plainCopy(given)
  const { symbol, theme, locale } = Object(payload)
  const isRight = { SET_SYMBOL: symbol, SET_THEME: themes.includes(theme), SET_LOCALE: locale }[name]
  if (!isRight) return console.warn('serviceWidgetLoader', name, given)
  if (name === 'SET_THEME') {
    life.options_.theme = theme
    applyStyle(life)
  }
  life.replay_[name] = { type: 'command', name, payload } as Command
  life.port_?.postMessage(life.replay_[name])
}
