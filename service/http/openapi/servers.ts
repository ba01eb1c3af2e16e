/** Addresses of the doors for `servers`, from the configured hosts and the host of the request. */
import type { Door } from '#service/access/credentials/request-credentials.ts'
import { isLocalHost } from '#service/http/request/local-host.ts'
import type { Hosts } from '#service/shared/config.ts'

export type Server = { readonly url: string; readonly description: string }

/** Address of the request and configured hosts. */
export type Addresses = {
  readonly requestUrl: Pick<URL, 'protocol' | 'host' | 'hostname'>
  readonly hosts: Hosts
}

const doorNames: Readonly<Record<Door, string>> = {
  gateway: 'gateway, with a subscription key',
  legacy: 'legacy, with a bearer token',
  widget: 'widget, with a session',
}
const doors = Object.keys(doorNames) as Door[]

/** Returns one server for each host. Several doors may share a host. */
export function serversOf({ requestUrl, hosts }: Addresses): readonly Server[] {
  const byUrl = Map.groupBy(doors, (door) => urlOf(hosts[door], requestUrl))
  return [...byUrl].map(([url, doorsAtUrl]) => ({
    url,
    description:
      doorsAtUrl.length === doors.length
        ? 'All doors. The kind of credential selects the door.'
        : `Door: ${doorsAtUrl.map((door) => doorNames[door]).join('; ')}.`,
  }))
}

/** Returns the server of one door, if it has its own host. */
export const serverOf = ({ requestUrl, hosts }: Addresses, door: Door): Server | undefined =>
  hosts[door] === null
    ? undefined
    : { url: urlOf(hosts[door], requestUrl), description: `Door: ${doorNames[door]}.` }

/**
 * Uses `https` for named hosts even if the request has `http`, because a proxy may terminate TLS.
 * The URL of a local address is relative.
 */
function urlOf(host: string | null, requestUrl: Addresses['requestUrl']): string {
  if (host !== null) return `${isLocalHost(host) ? requestUrl.protocol : 'https:'}//${host}`
  if (isLocalHost(requestUrl.host)) return '/'
  return `${/^[\d.]+$|^\[/.test(requestUrl.hostname) ? requestUrl.protocol : 'https:'}//${requestUrl.host}`
}
