/** Legacy clients (spec 4.2, 5.2): who they are and the tokens they are given. */
import type { Key } from '#service/store/keys.ts'
import { randomText } from './hashing.ts'
import type { KeyCheck } from './key-check.ts'
import { wellFormed } from './keys.ts'
import type { AccessParts } from './parts.ts'

export type LegacyClients = {
  /** The client a legacy `POST /token` identifies as, where the secret is right. */
  legacyClient(clientId: string, clientSecret: string): Promise<Key | undefined>
  makeLegacyToken(client: Key): Promise<{ access_token: string; token_type: 'Bearer'; expires_in: number }>
}

export function createLegacyClients(
  { store, hash, clock, config, log }: AccessParts,
  { verified }: KeyCheck,
): LegacyClients {
  const { lifetimes } = config
  return {
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
}
