/**
 * The script that `/widgetLoader` serves: defines the global `serviceWidgetLoader`. If a page
 * includes several copies, the first one stays. A page that defined the queue of docs/embedding.md
 * has its earlier calls executed in their order.
 */
import { createLoader, type ServiceWidgetLoader } from './loader.ts'

/** The queue has one function for each call that waits for the loader. */
type LoaderOrQueue = Partial<ServiceWidgetLoader> & { queue?: ((loader: ServiceWidgetLoader) => void)[] }
const globalObject = window as unknown as { serviceWidgetLoader?: LoaderOrQueue }
const existing = globalObject.serviceWidgetLoader

if (existing?.version) {
  if (existing.version !== __VERSION__) console.warn('serviceWidgetLoader', existing.version, __VERSION__)
} else {
  // `currentScript` is null in modules, and not a script if an element with this name shadows it.
  let script = document.currentScript as HTMLScriptElement
  if (script?.text == null) script = document.querySelector('script[src*=widgetLoader]')!
  // `/widgetLoader/1.3.0.js` opens `/widget/1.3.0`: the app of the same release. For a script at another address, the
  // array turns undefined into an empty text.
  const app = new URL(`/widget${[script.src.split(/.*Loader|\.js|\?/)[1]]}`, script.src)
  const loader = (globalObject.serviceWidgetLoader = createLoader(app))
  // An element with this name, or its named child, has no `map`.
  existing?.queue?.map?.((resolve) => resolve(loader))
}
