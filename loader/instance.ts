/**
 * One widget from `load` to `destroyWidget`.
 *
 * It must never throw into the page, never call back after its destruction, and leave nothing behind. Its frame may
 * reload, move or die at any time: then the frame speaks first again, and the connection replays everything it needs.
 */
import { EventType } from '#contract/bridge.ts'
import { readPageOptions, type WidgetOptions, type WidgetType } from '#contract/options.ts'
import type { Life } from './life.ts'
import { mount } from './mounting.ts'
import { begin, destroy, widgets } from './page.ts'
import { sendCommand } from './commands.ts'
import { problem } from './report.ts'
import type { WidgetInstance } from './widget.ts'

export function createWidget(
  given: WidgetOptions & { widgetType: WidgetType },
  callback: ((widget: WidgetInstance) => void) | undefined,
): WidgetInstance {
  const [options, wrong] = readPageOptions(given)
  if (wrong.length) throw problem('BAD_OPTION', `check ${wrong.join(', ')}`)
  const report: Life['report_'] = { destination: options.destinationId, load: new Date() }
  const listeners = new Set<Life['emit_']>()
  const life: Life = {
    options_: options,
    given_: given,
    report_: report,
    emit_(name, payload) {
      report[name] = payload
      listeners.forEach((listener) => listener(name, payload))
    },
    replay_: {
      start: {
        type: 'start',
        widgetType: options.widgetType,
        options,
        canRenew: !!given.getAuthToken,
        loader: __VERSION__,
      },
    },
  }
  const widget: WidgetInstance = {
    on(name, call) {
      /** In a microtask of its own, so that a listener that throws is the page's own mistake and harms no other. */
      const listener: Life['emit_'] = (happened, payload) =>
        happened === name &&
        queueMicrotask(() => widgets.has(life) && listeners.has(listener) && call(payload as never))
      listeners.add(listener)
      const staysTrue = name === 'READY' || name === 'ERROR'
      if (staysTrue && report[name]) listener(name, report[name])
      return () => listeners.delete(listener)
    },
    postMessage: (name, payload) => sendCommand(life, name, payload),
    destroyWidget: () => destroy(life),
    EventType,
  }
  begin(life)
  if (callback) widget.on('READY', () => callback(widget))
  mount(life)
  return widget
}
