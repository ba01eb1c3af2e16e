/**
 * The package's entry `/testing/fake`: a loader for unit tests of your page, under jsdom, happy-dom or
 * without a DOM. No network, and a frame that loads nothing. It records every `load` and command, refuses
 * what the loader refuses, and emits events on demand. `/loader`, `/react` and `/element` use it like the
 * page's loader.
 */
import { EventType } from '#contract/bridge/bridge.ts'
import { refusedOption } from '#contract/bridge/error-words.ts'
import { explainOptions } from '#contract/bridge/option-problems.ts'
import {
  readOptions,
  readPageOptions,
  type WidgetOptions,
  type WidgetType,
} from '#contract/bridge/options.ts'
import type { ServiceWidgetLoader } from '#loader/loader.ts'
import { FakeWidget } from './fake-widget.ts'
import { sampleError } from './samples.ts'

export { type FakeWidget, type RecordedCommand } from './fake-widget.ts'
export { sampleError, sampleTicket } from './samples.ts'

export type FakeLoaderOptions = {
  /** Where the loader's global goes: a window of jsdom's. Default: the test's own global object. */
  window?: object | undefined
  /** Whether each widget becomes ready as soon as it is loaded. Default: on demand, by `becomeReady()`. */
  autoReady?: boolean | undefined
  /** Address of the service, for the links in errors. Default: `https://widget.example`. */
  service?: string | undefined
}

export type FakeLoader = {
  /** Assigned to `serviceWidgetLoader` on the page. */
  readonly loader: ServiceWidgetLoader
  /** Every widget that was loaded, in order, those that are destroyed among them. */
  readonly widgets: FakeWidget[]
  /** The one loaded last; throws where none was. */
  readonly latest: FakeWidget
  /** Every call of `load` so far, those that threw among them. */
  readonly loads: { widgetType: WidgetType; options: WidgetOptions; error?: Error }[]
  /** Forgets widgets and calls, for the next test. */
  reset: () => void
  /** Takes the fake off the page. */
  uninstall: () => void
}

/** Puts the fake in the loader's place. One that was there before is back after `uninstall`. */
export function installFakeLoader({
  window: place = globalThis,
  autoReady = false,
  service = 'https://widget.example',
}: FakeLoaderOptions = {}): FakeLoader {
  const page = place as { serviceWidgetLoader?: unknown; document?: Document }
  const before = page.serviceWidgetLoader
  const widgets: FakeWidget[] = []
  const loads: FakeLoader['loads'] = []

  const loader: ServiceWidgetLoader = {
    load(widgetType, options, callback) {
      const call: FakeLoader['loads'][number] = { widgetType, options }
      loads.push(call)
      const given = { ...options, widgetType }
      const [, wrong] = readPageOptions(given)
      if (wrong.length) {
        const about = wrong.map((name) => refusedOption(name) ?? name).join('; ')
        const refused = sampleError('BAD_OPTION', about, service)
        call.error = Object.assign(new Error(refused.message), { name: 'ServiceWidgetError' }, refused)
        throw call.error
      }
      // Another widget in the same place ends the one before.
      for (const other of widgets)
        if (other.options.destinationId === options.destinationId) other.instance.destroyWidget()
      const { document } = page
      const box = document?.getElementById(options.destinationId)
      const widget = new FakeWidget(widgetType, options, box)
      widgets.push(widget)
      if (callback) widget.instance.on('READY', () => callback(widget.instance))
      const doubts = readOptions(options).wrong
      if (document && document.readyState !== 'loading' && !box)
        void widget.emit('ERROR', sampleError('DESTINATION_NOT_FOUND', options.destinationId, service))
      else {
        if (doubts.length)
          void widget.emit('ERROR', sampleError('BAD_OPTION', explainOptions(given, doubts), service))
        if (autoReady) void widget.becomeReady()
      }
      return widget.instance
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
  page.serviceWidgetLoader = loader

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
      if (before === undefined) delete page.serviceWidgetLoader
      else page.serviceWidgetLoader = before
    },
  }
}
