/** Legacy clients and their tokens (docs/specification.md 4.2, 5.2). */
import type { RateState } from '#contract/api/problem.ts'
import { endWithKey } from '#service/store/keys.ts'
import type { Key } from '#service/store/keys.ts'
import { randomText } from './hashing.ts'
import type { KeyCheck } from './key-check.ts'
import { isWellFormedKey } from './key-format.ts'
import type { SharedAccessParts } from '#service/access/access-parts.ts'
import type { RequestSender } from './request-credentials.ts'

export type LegacyClients = {
  /** The client of a legacy `POST /token`, if its secret is correct. */
  legacyClient(clientId: string, clientSecret: string, sender: RequestSender): Promise<Key | undefined>
  /** Issues a legacy token. `rate`: state of the client's token limit. */
  makeLegacyToken(
    client: Key,
    sender: RequestSender,
  ): Promise<{ readonly response: LegacyTokenResponse; readonly rate: RateState | undefined }>
}

type LegacyTokenResponse = { access_token: string; token_type: 'Bearer'; expires_in: number }

export function createLegacyClients(
  { store, hash, clock, checks, config, log }: SharedAccessParts,
  { verify }: KeyCheck,
): LegacyClients {
  const { lifetimes } = config
  return {
    async legacyClient(clientId, clientSecret, sender) {
      const id = isWellFormedKey('cid', clientId) ? clientId : undefined
      const credential = {
        endpoint: 'legacyToken',
        value: `${clientId} ${clientSecret}`,
        publicId: id ?? null,
        isWellFormed: id !== undefined && isWellFormedKey('cs', clientSecret),
        ...(id !== undefined && { client: id }),
      } as const
      return checks.check(credential, sender, () => verify(id, 'client', clientSecret))
    },
    async makeLegacyToken(client, { callerListener }) {
      const rate = await callerListener?.onIdentified({
        kind: 'client',
        account: client.partnerId,
        keyId: client.id,
      })
      const token = `lt_${randomText()}`
      const now = clock()
      const expiresAt = endWithKey(client, now + lifetimes.legacyToken * 1000)
      await store.tokens.addLegacyToken({
        hash: await hash(token),
        keyId: client.id,
        partnerId: client.partnerId,
        expiresAt,
      })
      checks.addIssued(token)
      log('info', 'legacy-token-issued', { account: client.partnerId, clientId: client.id })
      return {
        response: {
          access_token: token,
          token_type: 'Bearer',
          expires_in: Math.floor((expiresAt - now) / 1000),
        },
        rate,
      }
    },
  }
}
