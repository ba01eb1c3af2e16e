/** What an operator does to accounts: partners, their domains and their settings. */
import type { AccountRepository, Partner } from '#service/store/accounts.ts'
import type { ChangeRecorded, Recorded } from './audit.ts'
import { randomText } from '../credentials/hashing.ts'
import { OperatorError } from './operator-error.ts'
import { originCovered, readDomain } from '../origins.ts'
import { readSetting } from '../settings.ts'
import { readsTestMarket } from '../environments.ts'

/** Characters of a value that the audit log keeps. */
const mostShown = 200

/** All reject with an OperatorError where there is no such partner or what is given cannot be taken. */
export type AccountOperations = {
  /** `name`: 1 to 200 characters; `id` is made up where it is not given. */
  addPartner(name: string, id?: string): Promise<Partner>
  /** Whitelists an origin, or a wildcard over subdomains; resolves to it as it is listed. */
  addDomain(partnerId: string, origin: string): Promise<string>
  /**
   * Resolves to the entry that was removed; rejects with an OperatorError where it is not listed. Sessions on pages that no
   * other entry lists end with it.
   */
  removeDomain(partnerId: string, origin: string): Promise<string>
  /** The origins that are listed. */
  domains(partnerId: string): Promise<readonly string[]>
  /** Disabled, its keys, tokens, sessions and feeds are refused, until it is enabled again; resolves to it as it then is. */
  setDisabled(partnerId: string, isDisabled: boolean): Promise<Partner>
  /** Changes one setting; resolves to the partner as it then is. */
  set(partnerId: string, name: string, value: string): Promise<Partner>
}

/** The partner of an id. Rejects with an OperatorError where there is none. */
export async function partnerOf(accounts: AccountRepository, id: string): Promise<Partner> {
  const partner = await accounts.find(id)
  if (!partner) throw new OperatorError(`There is no partner "${id}".`)
  return partner
}

export type AccountOperationParts = {
  readonly accounts: AccountRepository
  readonly change: ChangeRecorded
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

export function accountOperations(parts: AccountOperationParts): AccountOperations {
  const { accounts, change, clock } = parts
  return {
    async addPartner(name, id = `p_${randomText(9).slice(0, 12)}`) {
      if (!name.trim() || name.length > 200)
        throw new OperatorError('A partner needs a name of 1 to 200 characters.')
      const partner: Partner = { id, name: name.trim(), settings: {}, createdAt: clock(), disabledAt: null }
      await change(async ({ accounts: added, record }) => {
        await added.add(partner)
        await record({
          action: 'partner-added',
          partnerId: id,
          subject: null,
          details: { name: partner.name },
        })
      })
      return partner
    },
    async addDomain(partnerId, given) {
      await partnerOf(accounts, partnerId)
      const origin = originOf(given)
      return change(async ({ accounts: changed, record }) => {
        if ((await changed.domains(partnerId)).includes(origin)) return origin
        await changed.addDomain(partnerId, origin)
        await record({ action: 'domain-added', partnerId, subject: origin })
        return origin
      })
    },
    async removeDomain(partnerId, given) {
      await partnerOf(accounts, partnerId)
      const removed = await change(async (step) => {
        // An entry is removed as it is listed, even where today's rules would no longer let it in.
        const isListedSo = await step.accounts.removeDomain(partnerId, given)
        const origin = isListedSo ? given : originOf(given)
        if (!isListedSo && !(await step.accounts.removeDomain(partnerId, origin)))
          throw new OperatorError(`"${given}" is not listed for ${partnerId}.`)
        const sessions = await endUncovered(step, partnerId, clock())
        await step.record({ action: 'domain-removed', partnerId, subject: origin, details: { sessions } })
        return origin
      })
      // One that was opened by what was listed until this moment has not seen it go, and was not there to be ended.
      await change(async (step) => {
        const sessions = await endUncovered(step, partnerId, clock())
        if (sessions > 0)
          await step.record({ action: 'sessions-ended', partnerId, subject: removed, details: { sessions } })
      })
      return removed
    },
    async domains(partnerId) {
      await partnerOf(accounts, partnerId)
      return accounts.domains(partnerId)
    },
    async setDisabled(partnerId, isDisabled) {
      const partner = await partnerOf(accounts, partnerId)
      // Disabled again it stays disabled since the first time.
      const disabledAt = isDisabled ? (partner.disabledAt ?? clock()) : null
      const action = isDisabled ? 'partner-disabled' : 'partner-enabled'
      await change(async ({ accounts: changed, record }) => {
        await changed.setDisabled(partnerId, disabledAt)
        await record({ action, partnerId, subject: null })
      })
      return { ...partner, disabledAt }
    },
    async set(partnerId, name, value) {
      const read = readSetting(name, value)
      return change(async ({ accounts: changed, record }) => {
        const partner = await partnerOf(changed, partnerId)
        if ('refused' in read) throw new OperatorError(`"${name}" ${read.refused}.`)
        const settings = { ...partner.settings, ...read.setting }
        await changed.setSettings(partnerId, settings)
        const details = { value: value.slice(0, mostShown) }
        await record({ action: 'setting-changed', partnerId, subject: name, details })
        return { ...partner, settings }
      })
    },
  }
}

/** Ends the sessions on pages that the list no longer has; how many. Those of the token flow stand on no listed page. */
async function endUncovered({ accounts, sessions }: Recorded, partnerId: string, now: number) {
  const entries = await accounts.domains(partnerId)
  let ended = 0
  for (const { keyId, origin } of await sessions.origins(partnerId, now)) {
    if (originCovered(origin, readsTestMarket({ keyId, partnerId }), entries)) continue
    ended += (await sessions.endAll({ keyId, origin, flow: 'apiKey' }, now)).length
  }
  return ended
}

function originOf(given: string): string {
  const read = readDomain(given)
  if ('refused' in read) throw new OperatorError(`"${given}" ${read.refused}.`)
  return read.origin
}
