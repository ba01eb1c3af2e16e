/**
 * The script that `/widgetLoader` serves: defines the global `serviceWidgetLoader`. If a page
 * includes several copies, the first one stays.
 */
import { createLoader, type ServiceWidgetLoader } from './loader.ts'

const globalObject = window as unknown as { serviceWidgetLoader?: Partial<ServiceWidgetLoader> }
const existing = globalObject.serviceWidgetLoader

if (existing?.version) {
  if (existing.version !== __VERSION__) console.warn('serviceWidgetLoader', existing.version, __VERSION__)
} else {
  // `currentScript` is null in modules, and not a script if an element with this name shadows it.
  let script = document.currentScript as HTMLScriptElement
  if (script?.text == null) script = document.querySelector('script[src*=widgetLoader]')!
  globalObject.serviceWidgetLoader = createLoader(new URL('/widget', script.src))
}
