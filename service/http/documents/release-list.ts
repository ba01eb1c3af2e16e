/**
 * List of loader versions, `/widgetLoader/versions.json`, with the script tag of each version for
 * the requested host.
 */
import { loaderPath } from '#contract/api/paths.ts'
import { isLocalHost } from '#service/http/request/local-host.ts'
import type { StaticFile } from './site-files.ts'

/** Placeholder for the service's origin in the cached list. */
const originPlaceholder = 'https://SERVICE'

/**
 * Returns the script tag of a pinned version. Browsers refuse a cross-origin script with
 * `integrity` but without `crossorigin`.
 *
 * @param integrity Subresource Integrity value of the version.
 */
export const pinnedTag = (version: string, integrity: string): string =>
  `<script src="${originPlaceholder}${loaderPath}/${version}.js" integrity="${integrity}" crossorigin="anonymous"></script>`

/** Returns the list for a host. An invalid host name does not appear in the tags. */
export function releaseListFor(url: Pick<URL, 'host' | 'hostname' | 'origin'>, list: StaticFile): StaticFile {
  if (!/^[a-z0-9.\-:[\]]+$/i.test(url.host)) return list
  const origin = isLocalHost(url.hostname) ? url.origin : `https://${url.host}`
  const text = new TextDecoder().decode(list.bytes).replaceAll(originPlaceholder, origin)
  return {
    bytes: new TextEncoder().encode(text),
    type: list.type,
    etag: `${list.etag.slice(0, -1)}-${url.host}"`,
  }
}
