/**
 * Runs once before the tests of a suite: one build, and one overnight scan. Every worker starts its site on a copy
 * of the scanned data, also after a failure, because Playwright then starts a new worker.
 */
import { rm } from 'node:fs/promises'
import { ensureBuild } from '#public/fresh-build.ts'
import { scannedData, startSite } from './site.ts'

// oxlint-disable-next-line import/no-default-export -- Playwright's globalSetup
export default async (): Promise<() => Promise<void>> => {
  await ensureBuild(console.log)
  const site = await startSite()
  const folder = await site.stopAndKeepData()
  process.env[scannedData] = folder
  return () => rm(folder, { recursive: true, force: true })
}
