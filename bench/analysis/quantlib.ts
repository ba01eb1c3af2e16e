/** QuantLib's figures, if a Python on this machine has QuantLib. */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export type QuantLib = { readonly version: string } & Readonly<Record<string, number | string>>

/** Debian's packages belong to one of these, depending on the machine. */
const pythons = ['python3', '/usr/bin/python3']

/** Calls per second by name; `undefined` after a warning if QuantLib is not installed. */
export const quantlib = (): QuantLib | undefined => {
  const script = fileURLToPath(new URL('quantlib.py', import.meta.url))
  for (const python of pythons) {
    try {
      return JSON.parse(execFileSync(python, [script], { encoding: 'utf8', stdio: 'pipe' })) as QuantLib
    } catch {
      // Try the next Python.
    }
  }
  console.error('QuantLib is skipped: no python3 on this machine has it (Debian package: quantlib-python)')
  return undefined
}
