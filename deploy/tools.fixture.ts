/**
 * External tools of the tests in deploy/. If a tool is missing, its tests are skipped; their title
 * names it.
 */
import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { delimiter, join } from 'node:path'

/**
 * Finds a program in PATH and in the folders of system tools. Returns its path, or undefined if it
 * is missing.
 */
export function findTool(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}

/** Text for a test title: the required tools, and the missing ones. */
export const requirementText = (...names: string[]) => {
  const missing = names.filter((name) => findTool(name) === undefined)
  return `needs ${names.join(' and ')}${missing.length > 0 ? `; skipped: ${missing.join(', ')} missing` : ''}`
}

/** Runs a tool. Returns its exit code, and its standard output followed by its standard error. */
export function runTool(path: string, ...args: string[]): { code: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(path, args, { encoding: 'utf8' })
  return { code: status, output: `${stdout}${stderr}` }
}

/** Finds a free port, for programs that do not support port 0. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
