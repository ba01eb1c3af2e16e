/** What an operator does to accounts: partners, domains, keys, settings. Used by the command line, the demo account and tests. */
import type { Partner } from '#service/store/accounts.ts'
import type { Key, KeyKind, Scope } from '#service/store/keys.ts'
import type { Store } from '#service/store/store.ts'
import { isRange } from './address.ts'
import type { Hash } from './hashing.ts'
import { randomText } from './hashing.ts'
import { makeKeyId, makeSecret } from './keys.ts'
import type { Credentials, Mode } from './keys.ts'
import { readDomain } from './origins.ts'
import { readSetting } from './settings.ts'

export const allScopes: readonly Scope[] = ['what', 'why', 'how']

/** What an operator asked for and cannot have; the message is for a person. */
export class OperatorError extends Error {
  override name = 'OperatorError'
}

export type KeyOptions = {
  readonly scopes?: readonly string[]
  readonly ratePerMinute?: number
  readonly addresses?: readonly string[]
  readonly mode?: Mode
}

export type Operator = {
  addPartner(name: string, id?: string): Promise<Partner>
  addDomain(partnerId: string, origin: string): Promise<string>
  removeDomain(partnerId: string, origin: string): Promise<string>
  domains(partnerId: string): Promise<readonly string[]>
  set(partnerId: string, name: string, value: string): Promise<Partner>
  /** Makes a key; its secret is shown this once. `given` is for the demo account, whose credentials can be made again. */
  issueKey(partnerId: string, kind: KeyKind, options?: KeyOptions, given?: Credentials): Promise<Credentials>
  /** Replaces the secret of a key; the one before stays valid for `graceHours`. */
  rotateKey(id: string, graceHours?: number): Promise<{ kind: KeyKind } & Credentials>
  revokeKey(id: string): Promise<Key>
}

/** `id`s may also be given as a whole subscription key. */
export function createOperator({
  store,
  hash,
  clock,
}: {
  store: Pick<Store, 'accounts' | 'keys'>
  hash: Hash
  clock: () => number
}): Operator {
  const partnerOf = async (id: string) => {
    const partner = await store.accounts.find(id)
    if (!partner) throw new OperatorError(`There is no partner "${id}".`)
    return partner
  }
  const keyOf = async (id: string) => {
    const key =
      (await store.keys.find(id)) ?? (await store.keys.find(id.slice(0, Math.max(0, id.lastIndexOf('_')))))
    if (!key) throw new OperatorError(`There is no key "${id.slice(0, 30)}".`)
    return key
  }
  const usable = (key: Key) => {
    if (key.revokedAt !== null) throw new OperatorError(`The key ${key.id} was revoked.`)
    return key
  }
  const entry = (given: string) => {
    const read = readDomain(given)
    if ('refused' in read) throw new OperatorError(`"${given}" ${read.refused}.`)
    return read.origin
  }

  return {
    async addPartner(name, id = `p_${randomText(9).slice(0, 12)}`) {
      if (!name.trim() || name.length > 200)
        throw new OperatorError('A partner needs a name of 1 to 200 characters.')
      const partner: Partner = { id, name: name.trim(), settings: {}, createdAt: clock() }
      await store.accounts.add(partner)
      return partner
    },
    async addDomain(partnerId, given) {
      await partnerOf(partnerId)
      const origin = entry(given)
      await store.accounts.addDomain(partnerId, origin)
      return origin
    },
    async removeDomain(partnerId, given) {
      await partnerOf(partnerId)
      // An entry is removed as it is listed, even where today's rules would no longer let it in.
      if (await store.accounts.removeDomain(partnerId, given)) return given
      const origin = entry(given)
      if (!(await store.accounts.removeDomain(partnerId, origin)))
        throw new OperatorError(`"${given}" is not listed for ${partnerId}.`)
      return origin
    },
    async domains(partnerId) {
      await partnerOf(partnerId)
      return store.accounts.domains(partnerId)
    },
    async set(partnerId, name, value) {
      const partner = await partnerOf(partnerId)
      const read = readSetting(name, value)
      if ('refused' in read) throw new OperatorError(`"${name}" ${read.refused}.`)
      const settings = { ...partner.settings, ...read.setting }
      await store.accounts.setSettings(partnerId, settings)
      return { ...partner, settings }
    },
    async issueKey(partnerId, kind, options = {}, given) {
      await partnerOf(partnerId)
      const scopes = options.scopes ?? allScopes
      const unknown = scopes.find((scope) => !allScopes.includes(scope as Scope))
      if (unknown !== undefined || scopes.length === 0)
        throw new OperatorError(`"${unknown ?? ''}" is not a scope; there are ${allScopes.join(', ')}.`)
      const wrong = options.addresses?.find((range) => !isRange(range))
      if (wrong !== undefined)
        throw new OperatorError(`"${wrong}" is not an IP address or CIDR range such as 203.0.113.0/24.`)
      const rate = options.ratePerMinute
      if (rate !== undefined && !(Number.isInteger(rate) && rate >= 1 && rate <= 1_000_000)) {
        throw new OperatorError('The rate must be a whole number of requests per minute, 1 to 1 000 000.')
      }
      const id = given?.id ?? makeKeyId(kind, options.mode ?? 'live')
      const secret = given?.secret ?? makeSecret(kind, id)
      await store.keys.add({
        id,
        kind,
        partnerId,
        secretHash: await hash(secret),
        previous: null,
        scopes: scopes as readonly Scope[],
        ratePerMinute: rate ?? null,
        addresses: options.addresses ?? [],
        createdAt: clock(),
        lastUsedAt: null,
        revokedAt: null,
      })
      return { id, secret }
    },
    async rotateKey(given, graceHours = 0) {
      const { id, kind, secretHash } = usable(await keyOf(given))
      if (!(graceHours >= 0 && graceHours <= 24 * 30))
        throw new OperatorError('The grace must be 0 to 720 hours.')
      const secret = makeSecret(kind, id)
      const previous = graceHours > 0 ? { secretHash, until: clock() + graceHours * 3600_000 } : null
      await store.keys.replaceSecret(id, await hash(secret), previous)
      return { id, kind, secret }
    },
    async revokeKey(given) {
      const key = usable(await keyOf(given))
      const at = clock()
      await store.keys.revoke(key.id, at)
      return { ...key, revokedAt: at }
    },
  }
}
