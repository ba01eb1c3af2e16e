/**
 * One widget from `load` to `destroyWidget`.
 *
 * It must never throw into the page, never call back after its destruction, and leave nothing behind. Its frame may
 * reload, move or die at any time: then the frame speaks first again, and the connection replays everything it needs.
 */
import { EventType } from '#contract/bridge/bridge.ts'
import { readPageOptions, type WidgetOptions, type WidgetType } from '#contract/bridge/options.ts'
import { type Life, widgets } from './widget-state.ts'
import { mount } from './mounting.ts'
import { begin, destroy } from './page-registry.ts'
import { tell } from './commands.ts'
import { problem } from './problem.ts'
import type { WidgetInstance } from './widget.ts'

export function createWidget(
  given: WidgetOptions & { widgetType: WidgetType },
  callback: ((widget: WidgetInstance) => void) | undefined,
): WidgetInstance {
  const [options, wrong] = readPageOptions(given)
  if (wrong.length) throw problem('BAD_OPTION', wrong)
  const report: Life['report_'] = { destination: options.destinationId, load: new Date() }
  const listeners = new Set<Life['emit_']>()
  const life: Life = {
    options_: options,
    given_: given,
    // A page that is not secure lacks the function, and gets no frame.
    id_: crypto.randomUUID?.(),
    report_: report,
    emit_(name, payload) {
      report[name] = payload
      listeners.forEach((listener) => listener(name, payload))
    },
    replay_: {
      start: {
        type: 'start',
        widgetType: options.widgetType,
        options: { ...options },
        canRenew: !!given.getAuthToken,
        loader: __VERSION__,
      },
    },
  }
  const widget: WidgetInstance = {
    on(name, call) {
      /** In a separate microtask, so that an exception in a listener affects no other. */
      const listener: Life['emit_'] = (happened, payload) =>
        happened === name &&
        queueMicrotask(() => widgets.has(life) && listeners.has(listener) && call(payload as never))
      listeners.add(listener)
      tell(life, 'listener', name)
      const staysTrue = /READY|ERROR|CONNECTION/.test(name)
      if (staysTrue && report[name]) listener(name, report[name])
      return () => listeners.delete(listener)
    },
    postMessage: (name, payload) => tell(life, 'command', name, payload),
    destroyWidget: () => destroy(life),
    EventType,
  }
  begin(life)
  // Also marks this loader as one that reports listeners: older ones did not.
  widget.on('READY', () => callback?.(widget))
  mount(life)
  return widget
}
