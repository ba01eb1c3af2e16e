/**
 * Addresses of the doors for `servers`, from the configured hosts. Without one, the address is
 * relative: the host of a request may be invented.
 */
import type { Door } from '#service/access/credentials/request-credentials.ts'
import { isLocalHost } from '#service/http/request/local-host.ts'
import type { Hosts } from '#service/shared/config.ts'

export type Server = { readonly url: string; readonly description: string }

/** Protocol of the request, such as `https:`, and configured hosts. */
export type Addresses = { readonly protocol: string; readonly hosts: Hosts }

const doorNames: Readonly<Record<Door, string>> = {
  gateway: 'gateway, with a subscription key',
  legacy: 'legacy, with a bearer token',
  widget: 'widget, with a session',
}
const doors = Object.keys(doorNames) as Door[]

/** Returns one server for each host. Several doors may share a host. */
export function serversOf({ protocol, hosts }: Addresses): readonly Server[] {
  const byUrl = Map.groupBy(doors, (door) => urlOf(hosts[door], protocol))
  return [...byUrl].map(([url, doorsAtUrl]) => ({
    url,
    description:
      doorsAtUrl.length === doors.length
        ? 'All doors. The kind of credential selects the door.'
        : `Door: ${doorsAtUrl.map((door) => doorNames[door]).join('; ')}.`,
  }))
}

/** Returns the server of one door, if it has its own host. */
export const serverOf = ({ protocol, hosts }: Addresses, door: Door): Server | undefined =>
  hosts[door] === null
    ? undefined
    : { url: urlOf(hosts[door], protocol), description: `Door: ${doorNames[door]}.` }

/** Uses `https` for named hosts even if the request has `http`, because a proxy may terminate TLS. */
const urlOf = (host: string | null, protocol: string): string =>
  host === null ? '/' : `${isLocalHost(host) ? protocol : 'https:'}//${host}`
