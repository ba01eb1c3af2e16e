/**
 * What `/widgetLoader` serves: defines the one global, `serviceWidgetLoader`. The first copy on a page wins.
 */
import { createLoader, type ServiceWidgetLoader } from './loader.ts'

const page = window as unknown as { serviceWidgetLoader?: Partial<ServiceWidgetLoader> }
const present = page.serviceWidgetLoader

if (present?.version) {
  if (present.version !== __VERSION__) console.warn('serviceWidgetLoader', present.version, __VERSION__)
} else {
  // Null for modules; not a script where markup named `currentScript` has taken its place.
  let script = document.currentScript as HTMLScriptElement
  if (script?.text == null) script = document.querySelector('script[src*=widgetLoader]')!
  page.serviceWidgetLoader = createLoader(new URL('/widget', script.src))
}
