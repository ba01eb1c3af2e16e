/** Company data, corporate actions and earnings days of a data folder. Node only. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readCompanies, type Company } from './companies.ts'
import { readCorporateActions, type CorporateActions } from './corporate-actions.ts'
import { readEarnings, type EarningsDays } from './earnings.ts'

/** Reference data by symbol. */
export type Reference = CorporateActions & {
  readonly companies: ReadonlyMap<string, Company>
  readonly earnings: EarningsDays
}

/** Reads all available reference data. Omits broken files and reports them to `log`. */
export function readReference(root: string, log: (message: string) => void): Reference {
  const files = readdirSync(root)
  const referenceFiles = existsSync(join(root, 'reference'))
    ? readdirSync(join(root, 'reference')).toSorted()
    : []
  return {
    ...readCorporateActions(root, log),
    companies: readCompanies(root, { files, referenceFiles }, log),
    earnings: readEarnings(root, referenceFiles, log),
  }
}
