/**
 * Access control: checks each request against the keys, tokens, sessions and domains of the
 * accounts. It receives credentials and throws Problems, and knows no HTTP.
 *
 * A revocation, made by this process or by the command line, takes effect on the next request
 * (`store/cache-validity.ts`). If the store fails, the call fails (503): it never grants access.
 */
import { LRUCache } from 'lru-cache'
import { createAdmission } from './admission.ts'
import type { Admit } from './admission.ts'
import { createCredentialChecks } from './credentials/credential-checks.ts'
import { createFeedTickets } from './sessions/feed-tickets.ts'
import type { FeedTickets } from './sessions/feed-tickets.ts'
import { createKeyCheck } from './credentials/key-check.ts'
import { createLegacyClients } from './credentials/legacy-clients.ts'
import type { LegacyClients } from './credentials/legacy-clients.ts'
import { createRateLimiter } from './limits/rate-limiter.ts'
import { createRouteLimits } from './limits/route-limits.ts'
import type { TakeLimits } from './limits/route-limits.ts'
import { createOperator } from './operator/operator.ts'
import type { Operator } from './operator/operator.ts'
import { reportedLimiter } from './limits/limit-reports.ts'
import type { Config } from '#service/shared/config.ts'
import type { AccessParts, SharedAccessParts } from './access-parts.ts'
import type { Door } from './credentials/request-credentials.ts'
import { createWidgetSessions } from './sessions/widget-sessions.ts'
import type { WidgetSessions } from './sessions/widget-sessions.ts'
import { createWidgetTokens } from './credentials/widget-tokens.ts'
import type { WidgetTokens } from './credentials/widget-tokens.ts'
import { createEnvironmentCheck } from './environments.ts'

export type Access = WidgetTokens &
  WidgetSessions &
  FeedTickets &
  LegacyClients & {
    readonly operator: Operator
    /** Counts a request against the limits of its route. */
    readonly takeLimits: TakeLimits
    readonly admit: Admit
    /**
     * The doors that are open at a host name, with or without port; none for an unknown host name.
     */
    doorsAt(url: Pick<URL, 'host' | 'hostname'>): ReadonlySet<Door>
  }

const allDoors: readonly Door[] = ['gateway', 'legacy', 'widget']

/** Creates access control. */
export function createAccess(dependencies: AccessParts): Access {
  const { store, hash, clock } = dependencies
  const { hosts, limits } = dependencies.config
  const nodeLimiter = reportedLimiter(createRateLimiter(dependencies.elapsed), dependencies)
  const limiter = dependencies.limiter ? reportedLimiter(dependencies.limiter, dependencies) : nodeLimiter
  const checks = createCredentialChecks({ ...dependencies, limiter, nodeLimiter, limits })
  const parts: SharedAccessParts = { ...dependencies, limiter, checks }
  const keys = createKeyCheck({ ...dependencies, keys: store.keys })
  const staleIfErrorKeys = createKeyCheck({ ...dependencies, keys: dependencies.staleIfError.keys })
  const environments = createEnvironmentCheck(parts)
  const sessions = createWidgetSessions(parts, environments)

  return {
    ...createWidgetTokens(parts, keys),
    ...sessions,
    ...createFeedTickets(parts, environments),
    ...createLegacyClients(parts, keys),
    operator: createOperator({ store, hash, clock, actor: 'service' }),
    takeLimits: createRouteLimits(limiter, limits),
    admit: createAdmission({
      ...parts,
      store: dependencies.staleIfError,
      keys: staleIfErrorKeys,
      sessions,
      environments,
    }),
    doorsAt: doorsOf(hosts),
  }
}

/** Creates `doorsAt`. Memoised, because every request calls it and a service has few host names. */
function doorsOf(hosts: Config['hosts']): Access['doorsAt'] {
  const cachedDoors = new LRUCache<string, ReadonlySet<Door>>({ max: 100 })
  return ({ host, hostname }) => {
    let doors = cachedDoors.get(host)
    if (!doors) {
      doors = new Set(allDoors.filter((door) => [null, host, hostname].includes(hosts[door])))
      cachedDoors.set(host, doors)
    }
    return doors
  }
}
