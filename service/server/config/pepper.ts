/**
 * The pepper: 32 random bytes in a separate file, used to hash every secret in the store. A lost or wrong
 * pepper invalidates every key, token and session, so the store keeps a check value of it.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { StoreState } from '#service/store/store-state.ts'
import type { Store } from '#service/store/store.ts'

export type Pepper = Uint8Array<ArrayBuffer>

/**
 * Reads the pepper of a store; creates it if there is neither a file nor a check value.
 *
 * @throws Error if the file is missing although the store has secrets, or belongs to another store
 */
export async function openPepper(path: string, store: Pick<Store, 'keys' | 'pepperCheck'>): Promise<Pepper> {
  const existing = readPepper(path)
  if (!existing && (await holdsSecrets(store))) throw missingError(path)
  const pepper = existing ?? createPepper(path)
  const checkValue = pepperCheckOf(pepper)
  if ((await store.pepperCheck.read()) === undefined) await store.pepperCheck.keep(checkValue)
  // If two processes start at once with different peppers, the second finds the first one's check value.
  if ((await store.pepperCheck.read()) === checkValue) return pepper
  if (!existing) rmSync(path)
  throw otherPepperError(path)
}

/**
 * Checks the pepper of a store without creating one.
 *
 * @throws Error as `openPepper`
 */
export function assertPepper(
  path: string,
  { pepperCheck, hasKeys }: Pick<StoreState, 'pepperCheck' | 'hasKeys'>,
): void {
  const pepper = readPepper(path)
  if (!pepper && (pepperCheck !== null || hasKeys)) throw missingError(path)
  if (pepper && pepperCheck !== null && pepperCheckOf(pepper) !== pepperCheck) throw otherPepperError(path)
}

const missingError = (path: string) =>
  new Error(
    `the pepper is missing: ${path} does not exist, but the store has keys that are hashed with it. Restore the file from a backup`,
  )
const otherPepperError = (path: string) =>
  new Error(
    `${path} holds another pepper than the one that the keys in the store are hashed with. Replace it with the right one`,
  )

/** Returns the check value of a pepper, from which the pepper cannot be derived. */
export function pepperCheckOf(pepper: Pepper): string {
  return createHmac('sha256', pepper).update('options-analysis-service: check of the pepper').digest('hex')
}

async function holdsSecrets({ keys, pepperCheck }: Pick<Store, 'keys' | 'pepperCheck'>): Promise<boolean> {
  return (await pepperCheck.read()) !== undefined || (await keys.list()).length > 0
}

/**
 * Reads the pepper of a file. Returns undefined if there is no file.
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

function createPepper(path: string): Pepper {
  // A link is atomic: if two processes create the file at the same time, both then read the first one's pepper.
  const temporaryPath = `${path}.${process.pid}`
  writeFileSync(temporaryPath, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 })
  try {
    linkSync(temporaryPath, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(temporaryPath)
  }
  return readPepper(path)!
}
