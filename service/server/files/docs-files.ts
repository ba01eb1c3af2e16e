/**
 * The built documentation, in memory. Its pages contain the address of the service, so each known host has different
 * pages.
 */
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { type DocsPlaceholders, fillPlaceholders } from '#service/http/documents/docs-placeholders.ts'
import { maxLocalHosts } from '#service/http/documents/known-hosts.ts'
import type { DocsFiles, StaticFile } from '#service/http/documents/site-files.ts'
import { readFolder, staticFile } from './static-files.ts'

/** Number of hosts whose pages are cached: the known local ones, the configured ones, and pages without a host. */
const cachedHosts = maxLocalHosts + 3

/** Reads the output of `vite.docs.config.ts` from a folder. Returns undefined if there are no pages. */
export function readDocs(folder: string): DocsFiles | undefined {
  const texts = new Map<string, string>()
  for (const [path, { bytes }] of readFolder(folder, (name) => name.endsWith('.html')))
    texts.set(path.replace(/\.html$/, ''), Buffer.from(bytes).toString('utf8'))
  if (texts.size === 0) return undefined
  const pages = new LRUCache<string, StaticFile>({ max: cachedHosts * texts.size })
  const page = (name: string, placeholders: DocsPlaceholders): StaticFile | undefined => {
    const text = texts.get(name)
    if (text === undefined) return undefined
    const key = `${name} ${placeholders.service} ${placeholders.api}`
    const cached = pages.get(key)
    if (cached) return cached
    // Compressed on demand, so speed matters more than size.
    const file = staticFile(`${name}.html`, fillPlaceholders(text, placeholders), { quality: 5 })
    pages.set(key, file)
    return file
  }
  return { assets: readFolder(join(folder, 'assets')), page }
}
