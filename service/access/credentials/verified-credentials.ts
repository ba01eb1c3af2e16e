/**
 * Set of recently valid credentials, which skip the throttle of credential checks. They are still
 * checked: membership grants no access.
 */
import { cacheSizes } from '#service/shared/limits.ts'

export type VerifiedCredentials = {
  has(credential: string): boolean
  add(credential: string): void
  delete(credential: string): void
  /**
   * 53-bit non-cryptographic hash of a credential, seeded per process. It may reveal the credential:
   * do not log or store it.
   */
  fingerprintOf(credential: string): number
}

/**
 * Stores the 53-bit hashes of the last 50,000 to 100,000 credentials, in two generations. A
 * collision is harmless: an invalid credential would be checked, and refused.
 */
export function createVerifiedCredentials(
  maxPerGeneration: number = cacheSizes.verifiedCredentials,
): VerifiedCredentials {
  const [seed = 0] = crypto.getRandomValues(new Uint32Array(1))
  let youngGeneration = new Set<number>()
  let oldGeneration = new Set<number>()
  return {
    fingerprintOf: (credential) => fingerprint53(credential, seed),
    has(credential) {
      const fingerprint = fingerprint53(credential, seed)
      return youngGeneration.has(fingerprint) || oldGeneration.has(fingerprint)
    },
    add(credential) {
      if (youngGeneration.size >= maxPerGeneration)
        [oldGeneration, youngGeneration] = [youngGeneration, new Set()]
      youngGeneration.add(fingerprint53(credential, seed))
    },
    delete(credential) {
      const fingerprint = fingerprint53(credential, seed)
      youngGeneration.delete(fingerprint)
      oldGeneration.delete(fingerprint)
    },
  }
}

/**
 * cyrb53, with two multiplications per character: not cryptographic, but well distributed and much
 * faster than a keyed hash.
 */
function fingerprint53(text: string, seed: number): number {
  let h1 = 0xdeadbeef ^ seed
  let h2 = 0x41c6ce57 ^ seed
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    h1 = Math.imul(h1 ^ code, 2654435761)
    h2 = Math.imul(h2 ^ code, 1597334677)
  }
  h1 = Math.imul(h1 ^ (h1 >>> 16), 2246822507) ^ Math.imul(h2 ^ (h2 >>> 13), 3266489909)
  h2 = Math.imul(h2 ^ (h2 >>> 16), 2246822507) ^ Math.imul(h1 ^ (h1 >>> 13), 3266489909)
  return 4294967296 * (2097151 & h2) + (h1 >>> 0)
}
