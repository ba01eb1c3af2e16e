/** QuantLib's figures, where Python has it. */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export type QuantLib = { readonly version: string } & Readonly<Record<string, number | string>>

/** Which of them Debian's packages are for differs. */
const pythons = ['python3', '/usr/bin/python3']

/** All figures, per second; `undefined`, said, where QuantLib is not installed. */
export const quantlib = (): QuantLib | undefined => {
  const script = fileURLToPath(new URL('quantlib.py', import.meta.url))
  for (const python of pythons) {
    try {
      return JSON.parse(execFileSync(python, [script], { encoding: 'utf8', stdio: 'pipe' })) as QuantLib
    } catch {
      // The next, or none.
    }
  }
  console.error('QuantLib is left out: no python3 here has it (Debian: quantlib-python)')
  return undefined
}
