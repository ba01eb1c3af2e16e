/** The playground's replacement of `/widgetLoader` under `npm run dev`: the loader from its source. */
import { createLoader, type ServiceWidgetLoader } from '#loader/loader.ts'
import { mockApiKey } from './mock-environment.ts'

const page = window as unknown as { serviceWidgetLoader: ServiceWidgetLoader }
page.serviceWidgetLoader = createLoader(new URL('/mocks/widget.html', location.href))

/**
 * The API key of every scenario's service. The page's configuration has a placeholder, since only the mock
 * can create the key.
 */
const apiKey = await mockApiKey()
const { load } = page.serviceWidgetLoader
page.serviceWidgetLoader.load = (type, options, ready) =>
  load(type, options.apiKey === 'pk_workbench' ? { ...options, apiKey } : options, ready)
