/** Types the translation keys: a key that is missing in the English files is a compile error. */
import 'i18next'
import type chain from './locales/en/chain.json'
import type common from './locales/en/common.json'
import type errors from './locales/en/errors.json'
import type filters from './locales/en/filters.json'
import type holdings from './locales/en/holdings.json'
import type how from './locales/en/how.json'
import type ideas from './locales/en/ideas.json'
import type legal from './locales/en/legal.json'
import type positions from './locales/en/positions.json'
import type record from './locales/en/record.json'
import type scenario from './locales/en/scenario.json'
import type shell from './locales/en/shell.json'
import type ticket from './locales/en/ticket.json'
import type unknown from './locales/en/unknown.json'
import type volatility from './locales/en/volatility.json'
import type what from './locales/en/what.json'
import type why from './locales/en/why.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: {
      chain: typeof chain
      common: typeof common
      errors: typeof errors
      filters: typeof filters
      holdings: typeof holdings
      how: typeof how
      ideas: typeof ideas
      legal: typeof legal
      positions: typeof positions
      record: typeof record
      scenario: typeof scenario
      shell: typeof shell
      ticket: typeof ticket
      unknown: typeof unknown
      volatility: typeof volatility
      what: typeof what
      why: typeof why
      /** Keys are message codes of the service, so any string is allowed. */
      messages: Record<string, string>
      /** The same codes, for sentences without annualised returns (message.ts). */
      unannualized: Record<string, string>
    }
  }
}
