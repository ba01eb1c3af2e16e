/** Remembers recently valid credentials, which may be checked without counting. Membership grants no access. */
import { remembered } from '#service/shared/limits.ts'

export type VerifiedCredentials = {
  has(credential: string): boolean
  add(credential: string): void
  delete(credential: string): void
  /** One-way hash of a credential, seeded per process. */
  numberOf(credential: string): number
}

/**
 * Remembers the last 50,000 to 100,000 by a one-way hash of 53 bits each. A collision is harmless: an invalid credential
 * would be checked, and refused.
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

/** Two multiplications per character (cyrb53): not cryptographic, but well distributed and far cheaper than a keyed hash. */
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
