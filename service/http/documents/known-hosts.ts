/**
 * Host names that a page may contain. A request can name any host, and each would need a page of its
 * own: with invented names a caller would use the CPU for building and compressing pages.
 */
import { isLocalHost } from '#service/http/request/local-host.ts'
import type { Hosts } from '#service/shared/config.ts'

/** Names of a developer's machine that are known: the first ones requested. Any port makes another name. */
export const maxLocalHosts = 3

/**
 * Returns a function that returns the host of a request if it is a configured one, or one of the first
 * local ones; otherwise undefined.
 */
export function createKnownHosts(hosts: Hosts): (host: string) => string | undefined {
  const configured = new Set(Object.values(hosts).filter((host) => host !== null))
  const local = new Set<string>()
  return (host) => {
    if (configured.has(host) || local.has(host)) return host
    if (!isLocalHost(host) || local.size >= maxLocalHosts) return undefined
    local.add(host)
    return host
  }
}
