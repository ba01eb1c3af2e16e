/** Accounts in memory. */
import type { AccountRepository } from '../accounts.ts'
import type { Records } from './records.ts'

export function memoryAccounts({
  partners,
  domains,
}: Pick<Records, 'partners' | 'domains'>): AccountRepository {
  return {
    async add(partner) {
      if (partners.has(partner.id)) throw new Error(`partner ${partner.id} already exists`)
      partners.set(partner.id, partner)
    },
    async find(id) {
      return partners.get(id)
    },
    async list() {
      return [...partners.values()]
    },
    async rename(partnerId, name) {
      const partner = partners.get(partnerId)
      if (!partner) return false
      partners.set(partnerId, { ...partner, name })
      return true
    },
    async setSettings(partnerId, settings) {
      const partner = partners.get(partnerId)
      if (!partner) return false
      partners.set(partnerId, { ...partner, settings })
      return true
    },
    async setDisabled(partnerId, disabledAt) {
      const partner = partners.get(partnerId)
      if (!partner) return false
      partners.set(partnerId, { ...partner, disabledAt })
      return true
    },
    async addDomain(partnerId, origin) {
      domains.set(partnerId, (domains.get(partnerId) ?? new Set()).add(origin))
    },
    async removeDomain(partnerId, origin) {
      return domains.get(partnerId)?.delete(origin) ?? false
    },
    async domains(partnerId) {
      return [...(domains.get(partnerId) ?? [])].toSorted()
    },
  }
}
