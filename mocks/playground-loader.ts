/** What the playground loads under `npm run dev` where a page would load `/widgetLoader`: the loader from its source. */
import { createLoader, type ServiceWidgetLoader } from '#loader/loader.ts'
import { mockApiKey } from './world.ts'

const page = window as unknown as { serviceWidgetLoader: ServiceWidgetLoader }
page.serviceWidgetLoader = createLoader(new URL('/mocks/widget.html', location.href))

/** Every scenario's service knows this key. The page was told another word for it, since only the world can make it. */
const apiKey = await mockApiKey()
const { load } = page.serviceWidgetLoader
page.serviceWidgetLoader.load = (type, options, ready) =>
  load(type, options.apiKey === 'pk_workbench' ? { ...options, apiKey } : options, ready)
