/** Accounts of partners and their settings. */
import { dataEntitlements } from '#contract/responses/data-class.ts'
import { partnerOf } from '#service/access/operator/operator-accounts.ts'
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
  async run({ operator, store }, args) {
    const { id: partnerId, name } = await operator.addPartner(args.name)
    const namesakes = (await store.accounts.list()).filter(
      (partner) => partner.name === name && partner.id !== partnerId,
    )
    const note = `Another partner has this name: ${namesakes.map((partner) => partner.id).join(', ')}`
    return {
      data: { id: partnerId, name },
      text: [`Partner ${name}: ${partnerId}`, ...(namesakes.length > 0 ? [note] : [])],
    }
  },
})

const show = defineCommand({
  summary: 'Shows a partner with its settings, domains and keys.',
  details: 'Settings that are not set have the default of the service, which --json shows as null.',
  arguments: { id },
  needs: 'store',
  example: 'partner show p_5mJ2kQ9xTz1a',
  async run({ store, operator, environment }, args) {
    const partner = await partnerOf(store.accounts, args.id)
    const { id: partnerId, name, createdAt, disabledAt, settings } = partner
    const keys = await store.keys.list(partnerId)
    const data = {
      id: partnerId,
      name,
      createdAt: isoTime(createdAt),
      disabledAt: isoTime(disabledAt),
      data: entitlementOf(partner, demoEntitlementOf(environment)),
      isDataSet: settings.data !== undefined,
      settings: Object.fromEntries(settingNames.map((setting) => [setting, settings[setting] ?? null])),
      domains: await operator.domains(partnerId),
      keys: keys.map((key) => ({ id: key.id, kind: key.kind, revokedAt: isoTime(key.revokedAt) })),
    }
    return {
      data,
      text: [
        `${partnerId}  ${name}`,
        `added ${data.createdAt}${data.disabledAt === null ? '' : `, disabled ${data.disabledAt}`}`,
        `data: ${data.data}${data.isDataSet ? '' : ' (default)'}`,
        ...Object.entries(data.settings).map(([setting, value]) => `${setting}: ${settingText(value)}`),
        `domains: ${data.domains.join(' ') || 'none'}`,
        ...data.keys.map(
          (key) => `key ${key.id}: ${key.revokedAt === null ? 'active' : `revoked ${key.revokedAt}`}`,
        ),
      ],
    }
  },
})

const settingText = (value: unknown): string =>
  value === null ? '(default)' : typeof value === 'string' ? value : JSON.stringify(value)

const rename = defineCommand({
  summary: 'Changes the name of a partner.',
  arguments: { id, name: { meaning: 'new name, 1 to 200 characters' } },
  needs: 'cluster',
  example: 'partner rename p_5mJ2kQ9xTz1a "Acme Bank Europe"',
  async run({ operator }, args) {
    const partner = await operator.renamePartner(args.id, args.name)
    return { data: { id: partner.id, name: partner.name }, text: `Partner ${partner.name}: ${partner.id}` }
  },
})

const reset = defineCommand({
  summary: 'Removes a setting, so that its default applies.',
  details: 'The setting data is the licensed market data: without it the partner sees none.',
  arguments: { id, setting: { meaning: [...settingNames, 'data'].join(', ') } },
  needs: 'cluster',
  example: 'partner reset p_5mJ2kQ9xTz1a faqUrl',
  async run({ operator }, { id: partnerId, setting }) {
    const partner = await operator.resetSetting(partnerId, setting)
    return {
      data: { id: partner.id, settings: mergeSettings(partner.settings, '') },
      text: `${setting} of ${partner.id} has its default.`,
    }
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
  commands: { add, list, show, rename, disable, enable, set, reset },
}
