/**
 * Sealing of licensed values: public files have the values only if the licence permits it, otherwise a
 * salted hash. The salt stays in the store, so that the operator can open a value for an auditor. Without
 * a salt, prices could be guessed, because there are few of them.
 */
import type { DataEntitlement } from '#contract/responses/data-class.ts'
import type { Capabilities } from '#service/markets/capabilities.ts'
import { mayShow } from '#service/lookups/licence/licence.ts'
import type { PriceCapability } from '#service/lookups/licence/field-class.ts'
import { canonicalJson, hexOf, sha256Of } from './canonical-json.ts'

/** Licensed values as in a public file. */
export type Sealable<Values> =
  | { readonly values: Values; readonly sealed: null }
  | { readonly values: null; readonly sealed: string }

/** What opens a sealed value; null if the value is public. */
export type Opening<Values> = { readonly salt: string; readonly values: Values } | null

export type Sealing = {
  /** Whether the values of these kinds of prices are public. */
  readonly isPublic: (...kinds: readonly PriceCapability[]) => boolean
  readonly seal: <Values extends object>(
    values: Values,
    ...kinds: readonly PriceCapability[]
  ) => Promise<{ readonly published: Sealable<Values>; readonly opening: Opening<Values> }>
}

/** The hash of values with their salt. */
export const sealOf = (salt: string, values: object): Promise<string> =>
  sha256Of(salt + canonicalJson(values))

/** @param shown the highest class of licensed prices that public files may have */
export function createSealing(capabilities: Capabilities, shown: DataEntitlement): Sealing {
  const isPublic: Sealing['isPublic'] = (...kinds) =>
    kinds.every((kind) => mayShow(capabilities, shown, kind))
  return {
    isPublic,
    async seal(values, ...kinds) {
      if (isPublic(...kinds)) return { published: { values, sealed: null }, opening: null }
      const salt = hexOf(crypto.getRandomValues(new Uint8Array(16)))
      return { published: { values: null, sealed: await sealOf(salt, values) }, opening: { salt, values } }
    },
  }
}
