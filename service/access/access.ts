/**
 * Who may do what: the keys, tokens, sessions and domains of the accounts, decided for one request at a time. It takes
 * what a request presents and throws Problems; how either travels is for others to know.
 *
 * A revocation, made by this process or by the operator's command line, counts on the next request (`store/trust.ts`). Where
 * the store fails the call fails (503), it never lets anybody in.
 */
import { createAdmission } from './admission.ts'
import type { Admit } from './admission.ts'
import { createCredentialChecks } from './credentials/credential-checks.ts'
import { createFeedTickets } from './sessions/feed-tickets.ts'
import type { FeedTickets } from './sessions/feed-tickets.ts'
import { createKeyCheck } from './credentials/key-check.ts'
import { createLegacyClients } from './credentials/legacy-clients.ts'
import type { LegacyClients } from './credentials/legacy-clients.ts'
import { createLimiter } from './limits/rate-limiter.ts'
import type { Limiter } from './limits/rate-limiter.ts'
import { createOperator } from './operator/operator.ts'
import type { Operator } from './operator/operator.ts'
import { reportedLimiter } from './limits/limit-reports.ts'
import { boundedMap } from '#service/markets/bounded-map.ts'
import type { Config } from '#service/shared/config.ts'
import type { AccessParts, SharedParts } from './access-parts.ts'
import type { Door } from './credentials/request-credentials.ts'
import { createWidgetSessions } from './sessions/widget-sessions.ts'
import type { WidgetSessions } from './sessions/widget-sessions.ts'
import { createWidgetTokens } from './credentials/widget-tokens.ts'
import type { WidgetTokens } from './credentials/widget-tokens.ts'
import { createWorldCheck } from './environments.ts'

export type Access = WidgetTokens &
  WidgetSessions &
  FeedTickets &
  LegacyClients & {
    readonly operator: Operator
    readonly limiter: Limiter
    readonly admit: Admit
    /** Doors that are open at this host name, with or without its port; none where the name is nobody's. */
    doorsAt(asked: Pick<URL, 'host' | 'hostname'>): ReadonlySet<Door>
  }

const allDoors: readonly Door[] = ['gateway', 'legacy', 'widget']

export function createAccess(given: AccessParts): Access {
  const { store, hash, clock } = given
  const { hosts, limits } = given.config
  const ownLimiter = reportedLimiter(createLimiter(given.elapsed), given)
  const limiter = given.limiter ? reportedLimiter(given.limiter, given) : ownLimiter
  const checks = createCredentialChecks({ ...given, limiter, ownLimiter, limits })
  const parts: SharedParts = { ...given, limiter, checks }
  const keys = createKeyCheck({ ...given, keys: store.keys })
  const lastingKeys = createKeyCheck({ ...given, keys: given.lasting.keys })
  const worlds = createWorldCheck(parts)
  const sessions = createWidgetSessions(parts, worlds)

  return {
    ...createWidgetTokens(parts, keys),
    ...sessions,
    ...createFeedTickets(parts, worlds),
    ...createLegacyClients(parts, keys),
    operator: createOperator({ store, hash, clock, actor: 'service' }),
    limiter,
    admit: createAdmission({ ...parts, store: given.lasting, keys: lastingKeys, sessions }),
    doorsAt: doorsOf(hosts),
  }
}

/** A service has few names; asked for with every request, what is open at each is found out once. */
function doorsOf(hosts: Config['hosts']): Access['doorsAt'] {
  const known = boundedMap<string, ReadonlySet<Door>>(100)
  return ({ host, hostname }) => {
    let doors = known.get(host)
    if (!doors) {
      doors = new Set(allDoors.filter((door) => [null, host, hostname].includes(hosts[door])))
      known.set(host, doors)
    }
    return doors
  }
}
