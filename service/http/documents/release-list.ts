/**
 * The list of loader versions, `/widgetLoader/versions.json`, with each version's script tag for the
 * requested host.
 */
import { loaderPath } from '#contract/api/paths.ts'
import { isLocalHost } from '#service/http/request/local-host.ts'
import type { StaticFile } from './site-files.ts'

/** Placeholder for the service's origin in the cached list. */
const anyOrigin = 'https://SERVICE'

/**
 * The script tag of a pinned version. A browser refuses a script of another origin with `integrity` but without `crossorigin`.
 *
 * @param integrity the version's Subresource Integrity value
 */
export const pinnedTag = (version: string, integrity: string): string =>
  `<script src="${anyOrigin}${loaderPath}/${version}.js" integrity="${integrity}" crossorigin="anonymous"></script>`

/** The list for this host. An invalid host name is left out of the tags. */
export function listFor(url: Pick<URL, 'host' | 'hostname' | 'origin'>, list: StaticFile): StaticFile {
  if (!/^[a-z0-9.\-:[\]]+$/i.test(url.host)) return list
  const origin = isLocalHost(url.hostname) ? url.origin : `https://${url.host}`
  const text = new TextDecoder().decode(list.bytes).replaceAll(anyOrigin, origin)
  return {
    bytes: new TextEncoder().encode(text),
    type: list.type,
    etag: `${list.etag.slice(0, -1)}-${url.host}"`,
  }
}
