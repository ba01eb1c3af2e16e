/** The addresses of the doors for `servers`: the operator's configured hosts, and the requested one. */
import type { Door } from '#service/access/credentials/request-credentials.ts'
import { isLocalHost } from '#service/http/request/local-host.ts'
import type { Hosts } from '#service/shared/config.ts'

export type Server = { readonly url: string; readonly description: string }

/** The requested address and the configured hosts. */
export type Addresses = { readonly asked: Pick<URL, 'protocol' | 'host' | 'hostname'>; readonly hosts: Hosts }

const doorNames: Readonly<Record<Door, string>> = {
  gateway: 'gateway, with a subscription key',
  legacy: 'legacy, with a bearer token',
  widget: 'widget, with a session',
}
const doors = Object.keys(doorNames) as Door[]

/** One server for each host; several doors may share one. */
export function serversOf({ asked, hosts }: Addresses): readonly Server[] {
  const byUrl = Map.groupBy(doors, (door) => urlOf(hosts[door], asked))
  return [...byUrl].map(([url, some]) => ({
    url,
    description:
      some.length === doors.length
        ? 'Every door; the credential presented picks one.'
        : `Door: ${some.map((door) => doorNames[door]).join('; ')}.`,
  }))
}

/** The server of one door, if it has its own host. */
export const serverOf = ({ asked, hosts }: Addresses, door: Door): Server | undefined =>
  hosts[door] === null
    ? undefined
    : { url: urlOf(hosts[door], asked), description: `Door: ${doorNames[door]}.` }

/**
 * Named hosts are served over TLS, which a proxy may terminate: the request itself says `http`. For local
 * addresses the URL stays relative.
 */
function urlOf(host: string | null, asked: Addresses['asked']): string {
  if (host !== null) return `${isLocalHost(host) ? asked.protocol : 'https:'}//${host}`
  if (isLocalHost(asked.host)) return '/'
  return `${/^[\d.]+$|^\[/.test(asked.hostname) ? asked.protocol : 'https:'}//${asked.host}`
}
