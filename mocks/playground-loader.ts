/**
 * Replaces `/widgetLoader` for the playground under `npm run dev`: runs the loader from its
 * sources.
 */
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
page.serviceWidgetLoader.load = (type, options, callback) =>
  load(type, options.apiKey === 'pk_workbench' ? { ...options, apiKey } : options, callback)
