/**
 * One widget from `load` to `destroyWidget`.
 *
 * It must never throw an exception into the page's code, never call the page after its destruction,
 * and leave no element, listener or timer behind. Its frame may reload, move or crash at any time:
 * it then sends `hello` again, and the connection replays the stored messages.
 */
import { EventType, type Start } from '#contract/bridge/bridge.ts'
import { readPageOptions, type WidgetOptions, type WidgetType } from '#contract/bridge/options/options.ts'
import { type LoaderWidgetState, widgets } from './widget-state.ts'
import { mount } from './mounting.ts'
import { register, destroy } from './page-registry.ts'
import { send } from './commands.ts'
import { problem } from './problem.ts'
import type { WidgetInstance } from './widget.ts'

/** @param isWarm prepares the frame only: a later call with the same destination and first paint starts the widget */
export function createWidget(
  pageOptions: WidgetOptions & { widgetType: WidgetType },
  callback?: (widget: WidgetInstance) => void,
  isWarm?: boolean,
): WidgetInstance {
  const [options, invalid] = readPageOptions(pageOptions, callback)
  if (invalid.length) throw problem('BAD_OPTION', invalid)
  const report: LoaderWidgetState['report_'] = { destination: options.destinationId, load: new Date() }
  const listeners = new Set<LoaderWidgetState['emit_']>()
  const start: Start = {
    widgetType: options.widgetType,
    canRenew: !!pageOptions.getAuthToken,
    loader: __VERSION__,
    type: 'start',
    options: { ...options },
  }
  const widgetState: LoaderWidgetState = Object.assign(register(options), {
    pageOptions_: pageOptions,
    options_: options,
    isWarm_: isWarm,
    report_: report,
    emit_(name: EventType, payload: unknown) {
      report[name] = payload
      listeners.forEach((listener) => listener(name, payload))
    },
    replay_: isWarm ? {} : { start },
  })
  const widget: WidgetInstance = {
    on(name, call) {
      /**
       * Calls the listener in a separate microtask, so that its exception does not affect other
       * listeners.
       */
      const listener: LoaderWidgetState['emit_'] = (eventName, payload) =>
        eventName === name &&
        queueMicrotask(() => widgets.has(widgetState) && listeners.has(listener) && call(payload as never))
      listeners.add(listener)
      send(widgetState, 'listener', name, !call?.call)
      const isReplayed = /READY|ERROR|CONNECTION/.test(name)
      if (isReplayed && report[name]) listener(name, report[name])
      return () => listeners.delete(listener)
    },
    EventType,
    getState: () => (report.STATE_CHANGED as string | undefined) ?? options.state,
    destroyWidget: () => destroy(widgetState),
    postMessage: (name, payload) => send(widgetState, 'command', name, payload),
  }
  if (!isWarm) widgetState.port_?.postMessage(start)
  // This subscription also indicates to the frame that the loader reports listeners, which older loaders did not.
  widget.on('READY', () => callback?.(widget))
  mount(widgetState)
  return widget
}
