/** The operator's command line as a separate process. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Variables } from './process.ts'

const root = new URL('../../..', import.meta.url).pathname
const execFileAsync = promisify(execFile)

/** Runs `npm run admin -- <args> --json` and returns its parsed output; rejects with its messages if it fails. */
export async function admin<Output>(variables: Variables, ...args: string[]): Promise<Output> {
  const { stdout } = await execFileAsync(process.execPath, ['service/admin.ts', ...args, '--json'], {
    cwd: root,
    env: { ...process.env, ...variables },
    maxBuffer: 64 << 20,
  })
  return JSON.parse(stdout) as Output
}
