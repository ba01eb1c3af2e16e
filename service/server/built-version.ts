/** Version of the build. */
import { readFileSync } from 'node:fs'

const packageFile = new URL('../../package.json', import.meta.url)

export const { version: builtVersion } = JSON.parse(readFileSync(packageFile, 'utf8')) as {
  readonly version: string
}
