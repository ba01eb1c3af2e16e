/**
 * The package's entry `/testing/fake`: a loader for unit tests of your page, under jsdom, happy-dom or
 * without a DOM. No network, and a frame that loads nothing. It records every `load` and command, refuses
 * what the loader refuses, and emits events on demand. `/loader`, `/react` and `/element` use it like the
 * page's loader.
 */
import { EventType } from '#contract/bridge/bridge.ts'
import { hasForm, liveOptions } from '#contract/bridge/options/live-options.ts'
import { explainOptions } from '#contract/bridge/options/option-problems.ts'
import { unsealState } from '#contract/bridge/state-text.ts'
import {
  readOptions,
  readPageOptions,
  type WidgetOptions,
  type WidgetType,
} from '#contract/bridge/options/options.ts'
import type { ServiceWidgetLoader } from '#loader/loader.ts'
import { FakeWidget } from './fake-widget.ts'
import { sampleError } from './samples.ts'

export { type FakeWidget, type RecordedCommand } from './fake-widget.ts'
export { sampleError, sampleTicket } from './samples.ts'

export type FakeLoaderOptions = {
  /** Object that gets the loader's global, such as a jsdom window. Default: the test's global object. */
  window?: object | undefined
  /** Whether each widget becomes ready as soon as it is loaded. Default: on demand, by `becomeReady()`. */
  autoReady?: boolean | undefined
  /** Address of the service, for the links in errors. Default: `https://widget.example`. */
  service?: string | undefined
}

export type FakeLoader = {
  /** Assigned to `serviceWidgetLoader` on the page. */
  readonly loader: ServiceWidgetLoader
  /** Every widget that was loaded, in order, including destroyed ones. */
  readonly widgets: FakeWidget[]
  /** The widget that was loaded last; throws if no widget was loaded. */
  readonly latest: FakeWidget
  /** Every call of `load` so far, including those that threw. */
  readonly loads: { widgetType: WidgetType; options: WidgetOptions; error?: Error | undefined }[]
  /** Clears the recorded widgets and calls. */
  reset: () => void
  /** Removes the fake and restores the previous loader. */
  uninstall: () => void
}

/** Installs the fake as the page's loader. `uninstall` restores a previous one. */
export function installFakeLoader({
  window: target = globalThis,
  autoReady = false,
  service = 'https://widget.example',
}: FakeLoaderOptions = {}): FakeLoader {
  const globalObject = target as { serviceWidgetLoader?: unknown; document?: Document }
  const previousLoader = globalObject.serviceWidgetLoader
  const widgets: FakeWidget[] = []
  const loads: FakeLoader['loads'] = []

  /** The error that the loader throws for options; undefined if it accepts them. */
  const refusalOf = (...call: Parameters<typeof readPageOptions>): Error | undefined => {
    const [, invalid] = readPageOptions(...call)
    if (!invalid.length) return undefined
    // The short form, as the loader throws it: the sentence follows on the console only.
    const error = sampleError('BAD_OPTION', `${invalid}`, service)
    return Object.assign(new Error(error.message), { name: 'ServiceWidgetError' }, error)
  }

  const loader: ServiceWidgetLoader = {
    load(widgetType, options, callback) {
      const call: FakeLoader['loads'][number] = { widgetType, options }
      loads.push(call)
      const allOptions = { ...options, widgetType }
      call.error = refusalOf(allOptions, callback)
      if (call.error) throw call.error
      // A new widget destroys an earlier one with the same destination.
      for (const existing of widgets)
        if (existing.options.destinationId === options.destinationId) existing.instance.destroyWidget()
      const { document } = globalObject
      const container = document?.getElementById(options.destinationId)
      const widget = new FakeWidget(widgetType, options, container)
      widgets.push(widget)
      if (callback) widget.instance.on('READY', () => callback(widget.instance))
      const { options: validOptions, invalid: ignoredOptions } = readOptions(options)
      for (const name of liveOptions)
        if (validOptions[name] !== undefined && !hasForm(name, validOptions[name])) ignoredOptions.push(name)
      if (validOptions.state && unsealState(validOptions.state) === undefined) ignoredOptions.push('state')
      if (document && document.readyState !== 'loading' && !container)
        void widget.emit('ERROR', sampleError('DESTINATION_NOT_FOUND', options.destinationId, service))
      else {
        if (ignoredOptions.length)
          void widget.emit(
            'ERROR',
            sampleError('BAD_OPTION', explainOptions(allOptions, ignoredOptions), service),
          )
        if (autoReady) void widget.becomeReady()
      }
      return widget.instance
    },
    warm(options) {
      const error = refusalOf({ widgetType: 'pro', ...options })
      if (error) throw error
      // Without an element: nothing is visible before `load`.
      return new FakeWidget(options.widgetType ?? 'pro', options, undefined).instance
    },
    EventType,
    version: '0.0.0-fake',
    diagnose: () => [
      { loader: '0.0.0-fake', protocol: 0, origin: '', isSecureContext: true, app: `${service}/widget` },
      ...widgets
        .filter((widget) => !widget.isDestroyed)
        .map(({ options }) => ({ destination: options.destinationId, load: new Date() })),
    ],
  }
  globalObject.serviceWidgetLoader = loader

  return {
    loader,
    widgets,
    loads,
    get latest() {
      const latest = widgets.at(-1)
      if (!latest) throw new Error('no widget was loaded')
      return latest
    },
    reset() {
      widgets.length = 0
      loads.length = 0
    },
    uninstall() {
      if (previousLoader === undefined) delete globalObject.serviceWidgetLoader
      else globalObject.serviceWidgetLoader = previousLoader
    },
  }
}
