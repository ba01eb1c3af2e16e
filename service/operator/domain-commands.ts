/** The domain whitelist of an account: origins of pages that may embed its widget. */
import { defineCommand, linesOr } from './command.ts'
import type { CommandGroup } from './command.ts'

const partnerId = { meaning: 'id of the partner' }
const origin = { meaning: 'https://partner.com, https://*.partner.com or http://localhost:3000' }

const add = defineCommand({
  summary: 'Adds a domain to the list of a partner.',
  arguments: { 'partner id': partnerId, origin },
  needs: 'cluster',
  example: "domain add p_5mJ2kQ9xTz1a 'https://*.acme.com'",
  async run({ operator }, { 'partner id': id, ...args }) {
    const added = await operator.addDomain(id, args.origin)
    return {
      data: { partnerId: id, origin: added, domains: await operator.domains(id) },
      text: `Added ${added}.`,
    }
  },
})

const remove = defineCommand({
  summary: 'Removes a domain and ends the sessions on its pages.',
  arguments: { 'partner id': partnerId, origin },
  needs: 'cluster',
  example: 'domain remove p_5mJ2kQ9xTz1a https://old.acme.com',
  async run({ operator }, { 'partner id': id, ...args }) {
    const removed = await operator.removeDomain(id, args.origin)
    return {
      data: { partnerId: id, origin: removed, domains: await operator.domains(id) },
      text: `Removed ${removed}.`,
    }
  },
})

const list = defineCommand({
  summary: 'Lists the domains of a partner.',
  arguments: { 'partner id': partnerId },
  needs: 'store',
  example: 'domain list p_5mJ2kQ9xTz1a',
  async run({ operator }, { 'partner id': id }) {
    const domains = await operator.domains(id)
    return { data: domains, text: linesOr(domains, 'No domains yet.') }
  },
})

export const domainCommands: CommandGroup = {
  summary: 'Domains on which a partner may embed the widget',
  commands: { add, remove, list },
}
