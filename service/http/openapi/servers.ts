/** Where the doors are, as `servers` has it: the hosts the operator gave them, and the one that was asked. */
import type { Door } from '#service/access/credentials/request-credentials.ts'
import { isLocalHost } from '#service/http/request/local-host.ts'
import type { Hosts } from '#service/shared/config.ts'

export type Server = { readonly url: string; readonly description: string }

/** Where the document was asked for, and the doors' own hosts. */
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

/** The server of one door, where it has a host of its own. */
export const serverOf = ({ asked, hosts }: Addresses, door: Door): Server | undefined =>
  hosts[door] === null
    ? undefined
    : { url: urlOf(hosts[door], asked), description: `Door: ${doorNames[door]}.` }

/**
 * A name is served over TLS, which something before the service ends: the request itself says `http`. On the machine
 * itself the address is left to whoever read the document.
 */
function urlOf(host: string | null, asked: Addresses['asked']): string {
  if (host !== null) return `${isLocalHost(host) ? asked.protocol : 'https:'}//${host}`
  if (isLocalHost(asked.host)) return '/'
  return `${/^[\d.]+$|^\[/.test(asked.hostname) ? asked.protocol : 'https:'}//${asked.host}`
}
