/** Accounts of partners and their settings. */
import { dataEntitlements } from '#contract/responses/data-class.ts'
import { entitlementOf, mergeSettings, settingNames } from '#service/access/settings.ts'
import { demoEntitlementOf } from '#service/server/config/demo-data.ts'
import { defineCommand, fail, linesOr } from './command.ts'
import type { CommandGroup } from './command.ts'
import { isoTime } from './iso-time.ts'

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
  summary: 'Lists the accounts and the market data of each.',
  needs: 'store',
  example: 'partner list',
  async run({ store, environment }) {
    const demoEntitlement = demoEntitlementOf(environment)
    const partners = (await store.accounts.list()).map((partner) => ({
      id: partner.id,
      name: partner.name,
      data: entitlementOf(partner, demoEntitlement),
      disabledAt: isoTime(partner.disabledAt),
    }))
    const lines = partners.map(
      (partner) =>
        `${partner.id}  ${partner.name}${partner.disabledAt ? `  disabled ${partner.disabledAt}` : ''}  data: ${partner.data}`,
    )
    return { data: partners, text: linesOr(lines, 'No partners yet.') }
  },
})

const disable = defineCommand({
  summary: 'Disables a partner; takes effect on the next request.',
  details: 'Its keys and sessions are refused and its feeds close within seconds, until it is enabled again.',
  arguments: { id },
  needs: 'cluster',
  example: 'partner disable p_5mJ2kQ9xTz1a',
  async run({ operator }, args) {
    const partner = await operator.setDisabled(args.id, true)
    return {
      data: { id: partner.id, disabledAt: isoTime(partner.disabledAt) },
      text: `Disabled ${partner.id}.`,
    }
  },
})

const enable = defineCommand({
  summary: 'Accepts a disabled partner again.',
  arguments: { id },
  needs: 'cluster',
  example: 'partner enable p_5mJ2kQ9xTz1a',
  async run({ operator }, args) {
    const partner = await operator.setDisabled(args.id, false)
    return {
      data: { id: partner.id, disabledAt: isoTime(partner.disabledAt) },
      text: `Enabled ${partner.id}.`,
    }
  },
})

const requiredWithoutData = 'with --data: none; otherwise required'

const set = defineCommand({
  summary: 'Changes a setting or the market data of a partner.',
  details: `Licensed market data is shown to a partner only after --data names the highest class that your agreement with the vendor allows for it: ${dataEntitlements.join(', ')}. A class includes the later ones. It takes effect on the next request. Data of simulated and recorded markets is not restricted.`,
  arguments: {
    id,
    setting: { meaning: settingNames.join(', '), otherwise: requiredWithoutData },
    value: {
      meaning: 'an address, a text, texts by language as JSON, or true or false',
      otherwise: requiredWithoutData,
    },
  },
  options: {
    data: { meaning: 'the licensed market data that it may show', type: 'text', value: 'class' },
  },
  needs: 'cluster',
  example: 'partner set p_5mJ2kQ9xTz1a --data delayed',
  async run({ operator }, { id: partnerId, setting, value }, { data }) {
    if (data !== undefined) {
      if (setting !== undefined)
        fail(`"${setting}" and --data are two settings: change each with its own command`)
      const partner = await operator.setData(partnerId, data)
      return {
        data: { id: partner.id, data: partner.settings.data },
        text: `${partner.id} may show licensed market data: ${partner.settings.data}.`,
      }
    }
    if (setting === undefined) fail('<setting> and <value>, or --data, of "admin partner set" are missing')
    if (value === undefined) fail('<value> of "admin partner set" is missing')
    const partner = await operator.set(partnerId, setting, value)
    return {
      data: { id: partner.id, settings: mergeSettings(partner.settings, '') },
      text: `Set ${setting} of ${partner.id}.`,
    }
  },
})

export const partnerCommands: CommandGroup = {
  summary: 'Accounts of partners and their settings',
  commands: { add, list, disable, enable, set },
}
