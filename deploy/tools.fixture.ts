/** External tools for these tests. If one is missing its tests are skipped, with the reason in their title. */
import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { delimiter, join } from 'node:path'

/** Path of a program; undefined if it is missing. Superusers' folders are searched as well. */
export function toolNamed(name: string): string | undefined {
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

/** For a test title: required tools and missing ones. */
export const needs = (...names: string[]) => {
  const missing = names.filter((name) => toolNamed(name) === undefined)
  return `needs ${names.join(' and ')}${missing.length > 0 ? `; skipped: ${missing.join(', ')} missing` : ''}`
}

/** Runs a tool; returns its exit code and output. */
export function runTool(path: string, ...words: string[]): { code: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(path, words, { encoding: 'utf8' })
  return { code: status, output: `${stdout}${stderr}` }
}

/** Finds a free port, for programs that do not support port 0. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}
