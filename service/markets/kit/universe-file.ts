/** The symbols of `UNIVERSE_FILE`, for vendors that list none. */
import type { OpenMarketOptions } from '#service/markets/source.ts'
import { EnvironmentError } from '#service/shared/environment-error.ts'
import { parseUniverse } from './variables.ts'

/**
 * Reads the file. Without a file the list is empty if another source of a composed market may have one.
 *
 * @param vendor its name, for the error
 * @throws EnvironmentError if the scan would have no symbols
 */
export async function readUniverseFile(
  path: string | undefined,
  { readText, needsUniverse = true }: Pick<OpenMarketOptions, 'readText' | 'needsUniverse'>,
  vendor: string,
): Promise<readonly string[]> {
  if (path === undefined) {
    if (!needsUniverse) return []
    throw new EnvironmentError(
      `UNIVERSE_FILE is not set: ${vendor} lists no symbols for the nightly scan. Set it to a text file with one symbol a line, such as AAPL.`,
    )
  }
  if (!readText)
    throw new EnvironmentError(`UNIVERSE_FILE="${path}" cannot be read: files are not available here.`)
  return parseUniverse(await readText(path), path)
}
