/** Accounts and their settings. */
import { mergeSettings, settingNames } from '#service/access/settings.ts'
import { wordAt } from './command.ts'
import type { Command, CommandGroup } from './command.ts'

const switching = (isDisabled: boolean): Command => ({
  most: 1,
  async run({ operator, words }) {
    const { id, disabledAt } = await operator.setDisabled(wordAt(words, 0, '<id>'), isDisabled)
    return { data: { id, disabledAt }, text: `${isDisabled ? 'Disabled' : 'Enabled'} ${id}.` }
  },
})

export const partnerCommands: CommandGroup = {
  help: `  partner add <name>                      an account; prints its id
  partner list
  partner disable <id>                    its keys, sessions and feeds are refused at once, until it is enabled again
  partner enable <id>
  partner set <id> <setting> <value>      ${settingNames.join(', ')}`,
  commands: {
    'partner add': {
      begins: true,
      most: 1,
      async run({ operator, words }) {
        const { id, name } = await operator.addPartner(wordAt(words, 0, '<name>'))
        return { data: { id, name }, text: `Partner ${name}: ${id}` }
      },
    },
    'partner list': {
      async run({ store }) {
        const partners = (await store.accounts.list()).map(({ id, name, disabledAt }) => ({
          id,
          name,
          disabledAt: disabledAt === null ? null : new Date(disabledAt).toISOString(),
        }))
        const text = partners
          .map(({ id, name, disabledAt }) => `${id}  ${name}${disabledAt ? `  disabled ${disabledAt}` : ''}`)
          .join('\n')
        return { data: partners, text: text || 'No partners yet.' }
      },
    },
    'partner disable': switching(true),
    'partner enable': switching(false),
    'partner set': {
      most: 3,
      async run({ operator, words }) {
        const [id, setting, value] = [
          wordAt(words, 0, '<id>'),
          wordAt(words, 1, '<setting>'),
          wordAt(words, 2, '<value>'),
        ]
        const partner = await operator.set(id, setting, value)
        return {
          data: { id: partner.id, settings: mergeSettings(partner.settings, '') },
          text: `Set ${setting} of ${partner.id}.`,
        }
      },
    },
  },
}
