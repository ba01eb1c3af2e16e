/**
 * The built documentation, in memory. Its text contains the address of the service, so each host has its own
 * pages.
 */
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { type DocsPlaceholders, fillPlaceholders } from '#service/http/documents/docs-words.ts'
import type { DocsFiles, StaticFile } from '#service/http/documents/site-files.ts'
import { readFolder, staticFile } from './static-files.ts'

/** There are one or two hosts; requests for made-up hosts only evict cached pages. */
const kept = 128

/** Reads what `vite.docs.config.ts` left in a folder; undefined if it left nothing. */
export function readDocs(folder: string): DocsFiles | undefined {
  const texts = new Map<string, string>()
  for (const [path, { bytes }] of readFolder(folder, (name) => name.endsWith('.html')))
    texts.set(path.replace(/\.html$/, ''), Buffer.from(bytes).toString('utf8'))
  if (texts.size === 0) return undefined
  const pages = new LRUCache<string, StaticFile>({ max: kept })
  const page = (name: string, words: DocsPlaceholders): StaticFile | undefined => {
    const text = texts.get(name)
    if (text === undefined) return undefined
    const key = `${name} ${words.service} ${words.api}`
    const known = pages.get(key)
    if (known) return known
    // Compressed on demand, so fast rather than as small as possible.
    const file = staticFile(`${name}.html`, fillPlaceholders(text, words), { quality: 5 })
    pages.set(key, file)
    return file
  }
  return { assets: readFolder(join(folder, 'assets')), page }
}
