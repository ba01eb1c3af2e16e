/** Doors without a separate host name, which are a risk if other machines can reach the service. */
import type { Environment } from './environment.ts'

const doors = ['gateway', 'legacy', 'widget'] as const

/**
 * The variables of doors that are open at any host name, although other machines can reach the service.
 * Empty if it listens for this machine only.
 */
export const missingDoorHosts = ({ host, hosts }: Pick<Environment, 'host' | 'hosts'>): readonly string[] =>
  isLoopback(host)
    ? []
    : doors.filter((door) => hosts[door] === null).map((door) => `${door.toUpperCase()}_HOST`)

/** Whether an address to listen on is reachable from this machine only. */
const isLoopback = (host: string): boolean =>
  host.toLowerCase() === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)
