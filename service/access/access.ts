/**
 * Who may do what: the keys, tokens, sessions and domains of the accounts, decided for one request at a time.
 *
 * Nothing is cached: a revocation, made by this process or by the operator's command line, counts on the next
 * request. Where the store fails the call fails (503), it never lets anybody in.
 */
import { subscriptionKeyHeader } from '#contract/paths.ts'
import { Problem } from '#contract/problem.ts'
import type { Key, Scope } from '#service/store/keys.ts'
import { addressAllowed } from './address.ts'
import { badBearer, badKey, bearerOf, missing } from '#service/http/challenges.ts'
import { sessionCookies } from '#service/http/cookies.ts'
import { randomText } from './hashing.ts'
import { createKeyCheck } from './key-check.ts'
import { subscriptionId, wellFormed } from './keys.ts'
import { createOperator } from './operator.ts'
import type { Operator } from './operator.ts'
import { createLimiter } from './rate-limiter.ts'
import type { Limiter } from './rate-limiter.ts'
import { createWidgetAccess } from './widget-access.ts'
import type { AccessParts, RequestContext, WidgetAccess } from './widget-access.ts'

/** The three surfaces of the data API, each with its own kind of credential. */
export type Door = 'gateway' | 'legacy' | 'widget'

/** Who made a request of the data API, and the rate-limit headers of the answer. */
export type Caller = {
  readonly door: Door
  readonly account: string
  readonly keyId: string
  readonly headers: Readonly<Record<string, string>>
}

export type Access = WidgetAccess & {
  readonly operator: Operator
  readonly limiter: Limiter
  /** Doors that are open at this host name; none where the name is nobody's. */
  doorsAt(url: URL): ReadonlySet<Door>
  /** Lets a request of the data API in by the one credential it carries. `scope` null = any valid key will do. */
  admit(asking: RequestContext, scope: Scope | null): Promise<Caller>
  /** The client a legacy `POST /token` identifies as, where the secret is right. */
  legacyClient(clientId: string, clientSecret: string): Promise<Key | undefined>
  makeLegacyToken(client: Key): Promise<{ access_token: string; token_type: 'Bearer'; expires_in: number }>
}

export function createAccess(parts: AccessParts): Access {
  const { store, hash, clock, config, log } = parts
  const limiter = createLimiter(clock)
  const { lifetimes, rates, hosts } = config
  const keys = createKeyCheck(store.keys, hash, clock)
  const { verified } = keys

  const access: Access = {
    ...createWidgetAccess(parts, keys),
    operator: createOperator({ store, hash, clock }),
    limiter,

    doorsAt(url) {
      const all: readonly Door[] = ['gateway', 'legacy', 'widget']
      return new Set(
        all.filter(
          (door) => hosts[door] === null || hosts[door] === url.host || hosts[door] === url.hostname,
        ),
      )
    },

    async admit(asking, scope) {
      const { headers, url, address } = asking
      const key = headers.get(subscriptionKeyHeader)
      const authorization = headers.get('authorization')
      const bearer = bearerOf(authorization)
      const cookies = sessionCookies(headers.get('cookie'))
      const presented = new Set<Door>()
      if (key !== null) presented.add('gateway')
      if (authorization !== null) presented.add(bearer?.startsWith('wt_') ? 'widget' : 'legacy')
      // A cookie counts by itself only: a frame with a bearer may still have its neighbour's cookie in the jar.
      if (cookies.size > 0) presented.add('widget')

      const [door, second] = presented
      if (!door) {
        throw new Problem(
          'credential-missing',
          { detail: `Send ${subscriptionKeyHeader}, or Authorization: Bearer.` },
          missing,
        )
      }
      if (second)
        throw new Problem(
          'credential-invalid',
          { detail: 'Present one kind of credential, not two.' },
          missing,
        )
      if (!access.doorsAt(url).has(door)) {
        throw new Problem(
          'credential-invalid',
          { detail: 'This kind of credential is not accepted at this host.' },
          missing,
        )
      }

      if (door === 'gateway') {
        const known = await verified(subscriptionId(key ?? ''), 'subscription', key ?? '')
        if (!known) throw new Problem('credential-invalid', { parameter: subscriptionKeyHeader }, badKey)
        if (known.addresses.length > 0 && !addressAllowed(address, known.addresses)) {
          throw new Problem('address-refused', { detail: 'The key may not be used from this address.' })
        }
        const limits = limiter.take(`key ${known.id}`, known.ratePerMinute ?? rates.subscriptionKey)
        if (scope !== null && !known.scopes.includes(scope)) {
          throw new Problem('scope-missing', { detail: `The key is not scoped for "${scope}".` }, limits)
        }
        return { door, account: known.partnerId, keyId: known.id, headers: limits }
      }
      if (door === 'legacy') {
        const token = bearer?.startsWith('lt_')
          ? await store.tokens.legacyToken(await hash(bearer), clock())
          : undefined
        if (!token) throw new Problem('credential-invalid', { parameter: 'Authorization' }, badBearer)
        const limits = limiter.take(`client ${token.keyId}`, rates.legacyClient)
        return { door, account: token.partnerId, keyId: token.keyId, headers: limits }
      }
      const session = await access.sessionOf(asking)
      const limits = limiter.take(`session ${session.id}`, rates.widgetSession)
      return { door, account: session.partnerId, keyId: session.keyId, headers: limits }
    },

    async legacyClient(clientId, clientSecret) {
      const client = await verified(
        wellFormed('cid', clientId) ? clientId : undefined,
        'client',
        clientSecret,
      )
      if (!client)
        log('warn', 'client-refused', { clientId: wellFormed('cid', clientId) ? clientId : 'malformed' })
      return client
    },
    async makeLegacyToken(client) {
      const token = `lt_${randomText()}`
      const expiresAt = clock() + lifetimes.legacyToken * 1000
      await store.tokens.addLegacyToken({
        hash: await hash(token),
        keyId: client.id,
        partnerId: client.partnerId,
        expiresAt,
      })
      log('info', 'legacy-token-issued', { account: client.partnerId, clientId: client.id })
      return { access_token: token, token_type: 'Bearer', expires_in: lifetimes.legacyToken }
    },
  }
  return access
}
