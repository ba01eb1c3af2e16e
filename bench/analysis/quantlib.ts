/** Measures QuantLib for comparison, if a Python on this machine has it. */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export type QuantlibResults = { readonly version: string } & Readonly<Record<string, number | string>>

/** Interpreters to try, in order: Debian's packages are visible to the system's Python only. */
const interpreters = ['python3', '/usr/bin/python3']

/** Calls per second by name; `undefined` after a warning if QuantLib is not installed. */
export const measureQuantlib = (): QuantlibResults | undefined => {
  const script = fileURLToPath(new URL('quantlib.py', import.meta.url))
  for (const interpreter of interpreters) {
    try {
      return JSON.parse(
        execFileSync(interpreter, [script], { encoding: 'utf8', stdio: 'pipe' }),
      ) as QuantlibResults
    } catch {
      // Tries the next interpreter.
    }
  }
  console.error(
    'QuantLib is skipped: no python3 on this machine can run quantlib.py (Debian package: quantlib-python)',
  )
  return undefined
}
