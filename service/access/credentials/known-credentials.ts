/** Which credentials were good lately: only that they may be looked at again, which proves nothing. */
import { remembered } from '#service/shared/limits.ts'

export type VerifiedCredentials = {
  has(credential: string): boolean
  add(credential: string): void
  delete(credential: string): void
  /** Names one that may not be written down: another number in each process, which cannot be turned back. */
  numberOf(credential: string): number
}

/**
 * Remembers the last 50,000 to 100,000, by a number of 53 bits each that cannot be turned back. Two that share a number are
 * no harm: a bad one would be looked at, and found bad.
 */
export function createVerifiedCredentials(
  most: number = remembered.verifiedCredentials,
): VerifiedCredentials {
  const [seed = 0] = crypto.getRandomValues(new Uint32Array(1))
  let young = new Set<number>()
  let old = new Set<number>()
  return {
    numberOf: (credential) => numberOf(credential, seed),
    has(credential) {
      const number = numberOf(credential, seed)
      return young.has(number) || old.has(number)
    },
    add(credential) {
      if (young.size >= most) [old, young] = [young, new Set()]
      young.add(numberOf(credential, seed))
    },
    delete(credential) {
      const number = numberOf(credential, seed)
      young.delete(number)
      old.delete(number)
    },
  }
}

/** Two multiplications a letter (cyrb53): no protection, only spread, and far cheaper than a keyed hash. */
function numberOf(text: string, seed: number): number {
  let one = 0xdeadbeef ^ seed
  let two = 0x41c6ce57 ^ seed
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    one = Math.imul(one ^ code, 2654435761)
    two = Math.imul(two ^ code, 1597334677)
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(two ^ (two >>> 13), 3266489909)
  two = Math.imul(two ^ (two >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909)
  return 4294967296 * (2097151 & two) + (one >>> 0)
}
