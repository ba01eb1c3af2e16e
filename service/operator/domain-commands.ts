/** The domain whitelist of an account. */
import { wordAt } from './command.ts'
import type { Command, CommandGroup } from './command.ts'

/** A command that changes the list and shows it. */
const changing = (change: 'addDomain' | 'removeDomain', done: string): Command => ({
  most: 2,
  async run({ operator, words }) {
    const [partnerId, given] = [wordAt(words, 0, '<partner id>'), wordAt(words, 1, '<origin>')]
    const origin = await operator[change](partnerId, given)
    return {
      data: { partnerId, origin, domains: await operator.domains(partnerId) },
      text: `${done} ${origin}.`,
    }
  },
})

export const domainCommands: CommandGroup = {
  help: `  domain add <partner id> <origin>        https://partner.com, https://*.partner.com, http://localhost:3000
  domain remove <partner id> <origin>
  domain list <partner id>`,
  commands: {
    'domain add': changing('addDomain', 'Listed'),
    'domain remove': changing('removeDomain', 'Removed'),
    'domain list': {
      most: 1,
      async run({ operator, words }) {
        const domains = await operator.domains(wordAt(words, 0, '<partner id>'))
        return { data: domains, text: domains.join('\n') || 'No domains yet.' }
      },
    },
  },
}
