/** Who may use the data API: one credential, which picks its door, and the allowance of whoever holds it. */
import { subscriptionKeyHeader } from '#contract/paths.ts'
import { Problem } from '#contract/problem.ts'
import type { RateState } from '#contract/problem.ts'
import type { WorldName } from '#service/settings/test-market.ts'
import type { Scope } from '#service/store/keys.ts'
import { addressAllowed } from './address.ts'
import type { KeyCheck } from './key-check.ts'
import { subscriptionId } from './keys.ts'
import type { AccessParts } from './parts.ts'
import type { Door, Presented } from './presented.ts'
import type { Limiter } from './rate-limiter.ts'
import { readsTestMarket } from './worlds.ts'
import type { Holder } from './worlds.ts'
import type { WidgetSessions } from './widget-sessions.ts'

/** Who made a request of the data API, and what is left of the allowance. */
export type Caller = {
  readonly door: Door
  readonly account: string
  readonly keyId: string
  /** What it reads. */
  readonly world: WorldName
  readonly rate: RateState
}

type AdmissionParts = Omit<AccessParts, 'log'> & {
  readonly limiter: Limiter
  readonly keys: Pick<KeyCheck, 'verified'>
  readonly sessions: Pick<WidgetSessions, 'sessionOf'>
}

/**
 * Lets a request of the data API in by the one credential it carries. `scope` null = any valid key will do. One without a
 * credential is refused before anything is counted: so a widget finds out, once, that its browser keeps no cookie.
 */
export type Admit = (presented: Presented, scope: Scope | null) => Promise<Caller>

export function createAdmission(parts: AdmissionParts): Admit {
  const { store, hash, clock, limiter, keys, sessions } = parts
  const { rates } = parts.config

  const byKey = async ({ subscriptionKey, address }: Presented, scope: Scope | null): Promise<Caller> => {
    const given = subscriptionKey ?? ''
    const known = await keys.verified(subscriptionId(given), 'subscription', given)
    if (!known)
      throw new Problem('credential-invalid', { parameter: subscriptionKeyHeader }, { rejected: 'key' })
    if (known.addresses.length > 0 && !addressAllowed(address, known.addresses))
      throw new Problem('address-refused', { detail: 'The key may not be used from this address.' })
    const rate = limiter.take(`key ${known.id}`, known.ratePerMinute ?? rates.subscriptionKey)
    if (scope !== null && !known.scopes.includes(scope))
      throw new Problem('scope-missing', { detail: `The key is not scoped for "${scope}".` }, { rate })
    const holder = { keyId: known.id, partnerId: known.partnerId }
    return { door: 'gateway', account: known.partnerId, keyId: known.id, world: worldOf(holder), rate }
  }
  const byLegacyToken = async ({ bearer }: Presented): Promise<Caller> => {
    const token = bearer?.startsWith('lt_')
      ? await store.tokens.legacyToken(await hash(bearer), clock())
      : undefined
    if (!token)
      throw new Problem('credential-invalid', { parameter: 'Authorization' }, { rejected: 'bearer' })
    const rate = limiter.take(`client ${token.keyId}`, rates.legacyClient)
    return { door: 'legacy', account: token.partnerId, keyId: token.keyId, world: worldOf(token), rate }
  }
  const bySession = async (presented: Presented): Promise<Caller> => {
    const session = await sessions.sessionOf(presented)
    const rate = limiter.take(`session ${session.id}`, rates.widgetSession)
    const { partnerId, keyId, world } = session
    return { door: 'widget', account: partnerId, keyId, world, rate }
  }
  const by = { gateway: byKey, legacy: byLegacyToken, widget: bySession }

  return async (presented, scope) => by[doorOf(presented)](presented, scope)
}

/** Outside a widget nobody is told of a user. */
const worldOf = (holder: Holder): WorldName => (readsTestMarket(holder) ? 'test' : 'live')

/** @throws Problem where there is no credential, more than one kind of it, or one whose door is not open here */
function doorOf({ subscriptionKey, bearer, cookies, doors }: Presented): Door {
  const kinds = new Set<Door>()
  if (subscriptionKey !== null) kinds.add('gateway')
  if (bearer !== null) kinds.add(bearer.startsWith('wt_') ? 'widget' : 'legacy')
  // A cookie counts by itself only: a frame with a bearer may still have its neighbour's cookie in the jar.
  if (cookies.size > 0) kinds.add('widget')

  const [door, second] = kinds
  if (!door)
    throw new Problem('credential-missing', {
      detail: `Send ${subscriptionKeyHeader}, or Authorization: Bearer.`,
    })
  if (second) throw new Problem('credential-invalid', { detail: 'Present one kind of credential, not two.' })
  if (!doors.has(door))
    throw new Problem('credential-invalid', {
      detail: 'This kind of credential is not accepted at this host.',
    })
  return door
}
