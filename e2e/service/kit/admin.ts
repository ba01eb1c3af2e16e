/** The operator's command line as a separate process. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Variables } from './process.ts'

const root = new URL('../../..', import.meta.url).pathname
const run = promisify(execFile)

/** Runs `npm run admin -- <words> --json` and returns its output; rejects with its messages if it failed. */
export async function admin<Answer>(variables: Variables, ...words: string[]): Promise<Answer> {
  const { stdout } = await run(process.execPath, ['service/admin.ts', ...words, '--json'], {
    cwd: root,
    env: { ...process.env, ...variables },
    maxBuffer: 64 << 20,
  })
  return JSON.parse(stdout) as Answer
}
