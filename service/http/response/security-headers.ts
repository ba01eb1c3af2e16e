/** The header fields of every answer, whoever makes it: by the table's rows, or where a request did not get so far. */
import { fieldList } from './kept-answer.ts'
import type { FieldList } from './kept-answer.ts'

/** HSTS counts only where the address is https; browsers ignore it elsewhere. */
const everywhere = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
} as const
/** Where a page shows our answer as a document after all, it does nothing. */
const nothing = { 'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'" } as const

const ofFiles = Object.entries(everywhere)
const ofAnswers = Object.entries({ ...everywhere, ...nothing })

/** Every field for an answer that says none of them itself. */
export const securityFields: FieldList = fieldList({ ...everywhere, ...nothing })

/** Sets what the answer does not say otherwise. `isFile`: what pages elsewhere may use. */
export function secure(headers: Headers, isFile: boolean): void {
  for (const [name, value] of isFile ? ofFiles : ofAnswers) if (!headers.has(name)) headers.set(name, value)
}

/** The same of a list. */
export function secured(fields: FieldList, isFile: boolean): FieldList {
  const said = new Set(fields.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase()))
  const wanted = isFile ? ofFiles : ofAnswers
  return [...fields, ...wanted.filter(([name]) => !said.has(name.toLowerCase())).flat()]
}
