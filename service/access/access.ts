/**
 * Who may do what: the keys, tokens, sessions and domains of the accounts, decided for one request at a time. It takes
 * what a request presents and throws Problems; how either travels is for others to know.
 *
 * Nothing is cached: a revocation, made by this process or by the operator's command line, counts on the next
 * request. Where the store fails the call fails (503), it never lets anybody in.
 */
import { createAdmission } from './admission.ts'
import type { Admit } from './admission.ts'
import { createFeedTickets } from './feed-tickets.ts'
import type { FeedTickets } from './feed-tickets.ts'
import { createKeyCheck } from './key-check.ts'
import { createLegacyClients } from './legacy-clients.ts'
import type { LegacyClients } from './legacy-clients.ts'
import { createOperator } from './operator.ts'
import type { Operator } from './operator.ts'
import type { AccessParts } from './parts.ts'
import type { Door } from './presented.ts'
import { createLimiter } from './rate-limiter.ts'
import type { Limiter } from './rate-limiter.ts'
import { createWidgetSessions } from './widget-sessions.ts'
import type { WidgetSessions } from './widget-sessions.ts'
import { createWidgetTokens } from './widget-tokens.ts'
import type { WidgetTokens } from './widget-tokens.ts'
import { createWorldCheck } from './worlds.ts'

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

export function createAccess(parts: AccessParts): Access {
  const { store, hash, clock } = parts
  const { hosts } = parts.config
  const limiter = createLimiter(clock)
  const keys = createKeyCheck(store.keys, hash, clock)
  const worlds = createWorldCheck(parts)
  const sessions = createWidgetSessions(parts, worlds)

  return {
    ...createWidgetTokens(parts, keys),
    ...sessions,
    ...createFeedTickets(parts, worlds),
    ...createLegacyClients(parts, keys),
    operator: createOperator({ store, hash, clock }),
    limiter,
    admit: createAdmission({ ...parts, limiter, keys, sessions }),
    doorsAt: ({ host, hostname }) =>
      new Set(allDoors.filter((door) => [null, host, hostname].includes(hosts[door]))),
  }
}
