/** A store whose look-ups of credentials, asked with every request, go through somebody: who remembers them, or outlasts the store. */
import type { Store } from './store.ts'

/** What stands between: `name` tells one credential of a kind from another. */
export type Between = <Value>() => (name: string, ask: () => Promise<Value>) => Promise<Value>

/** What was good when it was read and has expired since is nothing any more. */
const unlessOver = <Over extends { readonly expiresAt: number }>(one: Over | undefined, now: number) =>
  one && one.expiresAt > now ? one : undefined

/** The repositories of `store` with `between` before the reading of keys, sessions and legacy tokens, each kind by itself. */
export function credentialReads(
  { keys, sessions, tokens }: Pick<Store, 'keys' | 'sessions' | 'tokens'>,
  between: Between,
): Pick<Store, 'keys' | 'sessions' | 'tokens'> {
  const key = between<Awaited<ReturnType<typeof keys.find>>>()
  const byCookie = between<Awaited<ReturnType<typeof sessions.byCookie>>>()
  const byToken = between<Awaited<ReturnType<typeof sessions.byToken>>>()
  const legacy = between<Awaited<ReturnType<typeof tokens.legacyToken>>>()
  return {
    keys: { ...keys, find: (id) => key(id, () => keys.find(id)) },
    sessions: {
      ...sessions,
      byCookie: async (hash, now) =>
        unlessOver(await byCookie(hash, () => sessions.byCookie(hash, now)), now),
      byToken: async (hash, now) => unlessOver(await byToken(hash, () => sessions.byToken(hash, now)), now),
    },
    tokens: {
      ...tokens,
      legacyToken: async (hash, now) =>
        unlessOver(await legacy(hash, () => tokens.legacyToken(hash, now)), now),
    },
  }
}
