/**
 * List of the releases, `/widgetLoader/versions.json`, with the script tag of each loader for the
 * requested host.
 */
import { loaderPath } from '#contract/api/paths.ts'
import type { LoaderEntry } from '#service/http/documents/site-files.ts'
import { isLocalHost } from '#service/http/request/local-host.ts'
import type { RequestUrl } from '#service/http/request/request.ts'
import type { Channels } from './channels.ts'

/**
 * Returns the script tag of a pinned version. Browsers refuse a cross-origin script with
 * `integrity` but without `crossorigin`.
 */
const pinnedTag = (origin: string, { version, integrity }: LoaderEntry): string =>
  `<script src="${origin}${loaderPath}/${version}.js" integrity="${integrity}" crossorigin="anonymous"></script>`

/** Returns the list for a host. An invalid host name does not appear in the tags. */
export function releaseList(
  loaders: readonly LoaderEntry[],
  { stable, withdrawalOf }: Channels,
  url: Pick<RequestUrl, 'host' | 'hostname' | 'origin'>,
  built: string,
): object {
  const isValidHost = /^[a-z0-9.\-:[\]]+$/i.test(url.host)
  const origin = !isValidHost
    ? 'https://SERVICE'
    : isLocalHost(url.hostname)
      ? url.origin
      : `https://${url.host}`
  return {
    latest: built,
    stable,
    versions: loaders.map((loader) => ({
      ...loader,
      withdrawn: withdrawalOf(loader.version)?.reason ?? null,
      tag: pinnedTag(origin, loader),
    })),
  }
}
