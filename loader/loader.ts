/** The public object. */
import { bridgeProtocol, EventType } from '#contract/bridge/bridge.ts'
import type { WidgetOptions, WidgetType } from '#contract/bridge/options/options.ts'
import { setApp } from './app-address.ts'
import { createWidget } from './create-widget.ts'
import type { SupportReport } from './report.ts'
import type { WidgetInstance } from './widget.ts'
import { widgets } from './widget-state.ts'

/** The global `serviceWidgetLoader`. */
export type ServiceWidgetLoader = {
  /**
   * Creates a widget in the element with the id `options.destinationId`. Wrong arguments throw an
   * error named `ServiceWidgetError` without any effect; later failures are ERROR events.
   */
  load: (
    widgetType: WidgetType,
    options: WidgetOptions,
    callback?: (widget: WidgetInstance) => void,
  ) => WidgetInstance
  /**
   * Prepares the frame's document, scripts and styles without a session, on a hint of the page such as a hovered link. A
   * later `load` with the same destination, widget type, theme and language uses the frame. Takes the options of `load`
   * and throws as `load` does; the widget type is `pro` by default.
   *
   * @returns the widget, whose `destroyWidget` removes the frame. Commands and listeners belong to the widget that `load`
   *   returns.
   */
  warm: (options: WidgetOptions & { widgetType?: WidgetType }) => WidgetInstance
  /** Names of the events and commands. */
  EventType: typeof EventType
  /** Version of the loader: `1.2.0`. */
  version: string
  /** Prints and returns the report for support. */
  diagnose: () => SupportReport
}

/** @param app Address of the app's page; its origin is the service's. */
export function createLoader(app: URL): ServiceWidgetLoader {
  setApp(app)
  return {
    load: (widgetType, options, callback) => createWidget({ ...options, widgetType }, callback),
    EventType,
    version: __VERSION__,
    warm: (options) => createWidget({ widgetType: 'pro', ...options, loading: 'eager' }, undefined, true),
    diagnose() {
      const report: SupportReport = [
        { isSecureContext, origin, loader: __VERSION__, app: app.href, protocol: bridgeProtocol },
        ...[...widgets].map((widgetState) => widgetState.report_),
      ]
      console.log(report)
      return report
    },
  }
}
