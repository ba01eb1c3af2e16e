/** What an operator does to accounts: partners, their domains and their settings. */
import type { AccountRepository, Partner } from '#service/store/accounts.ts'
import { randomText } from './hashing.ts'
import { OperatorError } from './operator-error.ts'
import { readDomain } from './origins.ts'
import { readSetting } from './settings.ts'

/** All reject with an OperatorError where there is no such partner or what is given cannot be taken. */
export type AccountOperations = {
  /** `name`: 1 to 200 characters; `id` is made up where it is not given. */
  addPartner(name: string, id?: string): Promise<Partner>
  /** Whitelists an origin, or a wildcard over subdomains; resolves to it as it is listed. */
  addDomain(partnerId: string, origin: string): Promise<string>
  /** Resolves to the entry that was removed; rejects with an OperatorError where it is not listed. */
  removeDomain(partnerId: string, origin: string): Promise<string>
  /** The origins that are listed. */
  domains(partnerId: string): Promise<readonly string[]>
  /** Changes one setting; resolves to the partner as it then is. */
  set(partnerId: string, name: string, value: string): Promise<Partner>
}

/** The partner of an id. Rejects with an OperatorError where there is none. */
export async function partnerOf(accounts: AccountRepository, id: string): Promise<Partner> {
  const partner = await accounts.find(id)
  if (!partner) throw new OperatorError(`There is no partner "${id}".`)
  return partner
}

/** `clock`: milliseconds since 1970. */
export function accountOperations(accounts: AccountRepository, clock: () => number): AccountOperations {
  return {
    async addPartner(name, id = `p_${randomText(9).slice(0, 12)}`) {
      if (!name.trim() || name.length > 200)
        throw new OperatorError('A partner needs a name of 1 to 200 characters.')
      const partner: Partner = { id, name: name.trim(), settings: {}, createdAt: clock() }
      await accounts.add(partner)
      return partner
    },
    async addDomain(partnerId, given) {
      await partnerOf(accounts, partnerId)
      const origin = originOf(given)
      await accounts.addDomain(partnerId, origin)
      return origin
    },
    async removeDomain(partnerId, given) {
      await partnerOf(accounts, partnerId)
      // An entry is removed as it is listed, even where today's rules would no longer let it in.
      if (await accounts.removeDomain(partnerId, given)) return given
      const origin = originOf(given)
      if (!(await accounts.removeDomain(partnerId, origin)))
        throw new OperatorError(`"${given}" is not listed for ${partnerId}.`)
      return origin
    },
    async domains(partnerId) {
      await partnerOf(accounts, partnerId)
      return accounts.domains(partnerId)
    },
    async set(partnerId, name, value) {
      const partner = await partnerOf(accounts, partnerId)
      const read = readSetting(name, value)
      if ('refused' in read) throw new OperatorError(`"${name}" ${read.refused}.`)
      const settings = { ...partner.settings, ...read.setting }
      await accounts.setSettings(partnerId, settings)
      return { ...partner, settings }
    },
  }
}

function originOf(given: string): string {
  const read = readDomain(given)
  if ('refused' in read) throw new OperatorError(`"${given}" ${read.refused}.`)
  return read.origin
}
