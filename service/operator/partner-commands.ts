/** Accounts of partners and their settings. */
import { mergeSettings, settingNames } from '#service/access/settings.ts'
import { defineCommand } from './command.ts'
import type { CommandGroup } from './command.ts'

const id = { meaning: 'id of the partner' }

const add = defineCommand({
  summary: 'Adds an account and prints its id.',
  arguments: { name: { meaning: 'name of the partner, 1 to 200 characters' } },
  needs: 'cluster',
  createsStore: true,
  example: 'partner add "Acme Bank"',
  async run({ operator }, args) {
    const { id: partnerId, name } = await operator.addPartner(args.name)
    return { data: { id: partnerId, name }, text: `Partner ${name}: ${partnerId}` }
  },
})

const list = defineCommand({
  summary: 'Lists the accounts.',
  needs: 'store',
  example: 'partner list',
  async run({ store }) {
    const partners = (await store.accounts.list()).map(({ id: partnerId, name, disabledAt }) => ({
      id: partnerId,
      name,
      disabledAt: disabledAt === null ? null : new Date(disabledAt).toISOString(),
    }))
    const lines = partners.map(
      (partner) =>
        `${partner.id}  ${partner.name}${partner.disabledAt ? `  disabled ${partner.disabledAt}` : ''}`,
    )
    return { data: partners, text: lines.join('\n') || 'No partners yet.' }
  },
})

const disable = defineCommand({
  summary: 'Refuses a partner from the next request.',
  details: 'Its keys and sessions are refused and its feeds close within seconds, until it is enabled again.',
  arguments: { id },
  needs: 'cluster',
  example: 'partner disable p_5mJ2kQ9xTz1a',
  async run({ operator }, args) {
    const partner = await operator.setDisabled(args.id, true)
    return { data: { id: partner.id, disabledAt: partner.disabledAt }, text: `Disabled ${partner.id}.` }
  },
})

const enable = defineCommand({
  summary: 'Accepts a disabled partner again.',
  arguments: { id },
  needs: 'cluster',
  example: 'partner enable p_5mJ2kQ9xTz1a',
  async run({ operator }, args) {
    const partner = await operator.setDisabled(args.id, false)
    return { data: { id: partner.id, disabledAt: partner.disabledAt }, text: `Enabled ${partner.id}.` }
  },
})

const set = defineCommand({
  summary: 'Changes one setting of a partner.',
  arguments: {
    id,
    setting: { meaning: settingNames.join(', ') },
    value: { meaning: 'an address, a text, texts by language as JSON, or true or false' },
  },
  needs: 'cluster',
  example: 'partner set p_5mJ2kQ9xTz1a faqUrl https://www.acme.com/options-help',
  async run({ operator }, args) {
    const partner = await operator.set(args.id, args.setting, args.value)
    return {
      data: { id: partner.id, settings: mergeSettings(partner.settings, '') },
      text: `Set ${args.setting} of ${partner.id}.`,
    }
  },
})

export const partnerCommands: CommandGroup = {
  summary: 'Accounts of partners and their settings',
  commands: { add, list, disable, enable, set },
}
