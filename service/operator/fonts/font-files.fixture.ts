/** Real font files for tests. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Path of Inter with Latin characters, a variable font of weights 100 to 900. */
export const interFile = fileURLToPath(
  import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
)
export const interItalicFile = interFile.replace('-normal', '-italic')
export const interBytes = () => new Uint8Array(readFileSync(interFile))
