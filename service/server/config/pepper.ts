/**
 * The pepper: 32 random bytes in a separate file, used to hash every secret in the store. A lost or wrong
 * pepper invalidates every key, token and session, so the store keeps a check value of it.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { Store } from '#service/store/store.ts'

export type Pepper = Uint8Array<ArrayBuffer>

/**
 * Reads the pepper of a store; creates it if there is neither a file nor a check value.
 *
 * @throws Error if the file is missing although the store has secrets, or belongs to another store
 */
export async function openPepper(path: string, store: Pick<Store, 'keys' | 'pepperCheck'>): Promise<Pepper> {
  const there = readPepper(path)
  if (!there && (await holdsSecrets(store)))
    throw new Error(
      `the pepper is missing: ${path} is not there, but the store holds keys that are hashed with it. Put it back from its backup`,
    )
  const pepper = there ?? makePepper(path)
  const check = pepperCheckOf(pepper)
  if ((await store.pepperCheck.read()) === undefined) await store.pepperCheck.keep(check)
  // If two processes start at once with different peppers, the second finds the first one's check value.
  if ((await store.pepperCheck.read()) === check) return pepper
  if (!there) rmSync(path)
  throw new Error(
    `${path} holds another pepper than the one that the keys in the store are hashed with. Put that one in its place`,
  )
}

/** Check value of a pepper: it can neither be used for hashing nor reversed. */
export function pepperCheckOf(pepper: Pepper): string {
  return createHmac('sha256', pepper).update('options-analysis-service: check of the pepper').digest('hex')
}

async function holdsSecrets({ keys, pepperCheck }: Pick<Store, 'keys' | 'pepperCheck'>): Promise<boolean> {
  return (await pepperCheck.read()) !== undefined || (await keys.list()).length > 0
}

/**
 * The pepper of a file; undefined if there is no file.
 *
 * @throws Error if the file holds no pepper
 */
export function readPepper(path: string): Pepper | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  if (!/^[0-9a-f]{64}$/.test(text)) throw new Error(`${path} must hold 64 hex digits`)
  return Uint8Array.from(Buffer.from(text, 'hex'))
}

function makePepper(path: string): Pepper {
  // Written to a temporary file and then linked, so that two processes starting at once agree on the first
  // one's.
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 })
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  return readPepper(path)!
}
