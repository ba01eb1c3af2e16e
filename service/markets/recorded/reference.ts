/** Company data and earnings days of a data folder. Node only. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readCompanies, type Company } from './companies.ts'
import { readReports, type Report } from './earnings.ts'

/** Reference data by symbol. */
export type Reference = {
  readonly companies: ReadonlyMap<string, Company>
  readonly reports: ReadonlyMap<string, readonly Report[]>
}

/** Reads all available reference data. Omits broken files and reports them to `log`. */
export function readReference(root: string, log: (message: string) => void): Reference {
  const files = readdirSync(root)
  const referenceFiles = existsSync(join(root, 'reference'))
    ? readdirSync(join(root, 'reference')).toSorted()
    : []
  return {
    companies: readCompanies(root, { files, referenceFiles }, log),
    reports: readReports(root, referenceFiles, log),
  }
}
