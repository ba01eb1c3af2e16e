/** Finds the routes of a path with Hono's routers. The first matching path of the table wins. */
import { RegExpRouter } from 'hono/router/reg-exp-router'
import { SmartRouter } from 'hono/router/smart-router'
import { TrieRouter } from 'hono/router/trie-router'
import { tryDecodeURI, tryDecodeURIComponent } from 'hono/utils/url'
import { LRUCache } from 'lru-cache'
import type { Route } from './route.ts'

/** The routes of one path, one per method, and the decoded path parameters. */
export type RouteMatch = {
  readonly routes: readonly Route[]
  readonly parameters: Readonly<Record<string, string>>
}

const noMatch: RouteMatch = { routes: [], parameters: {} }

/**
 * Returns a function that finds the routes of an encoded path. For an unknown path, it finds none.
 */
export function createRouteMatcher(table: readonly Route[]): (path: string) => RouteMatch {
  const router = new SmartRouter<readonly Route[]>({ routers: [new RegExpRouter(), new TrieRouter()] })
  for (const [path, pathRoutes] of Map.groupBy(table, (route) => route.path))
    router.add('ALL', path.replaceAll(/\{(\w+)\}/g, ':$1'), pathRoutes)
  const search = (path: string): RouteMatch => {
    const [matches, stash] = router.match('ALL', path.includes('%') ? protectEncodedPercent(path) : path)
    const match = matches[0]
    if (!match) return noMatch
    const [routes, captures] = match
    const parameters: Record<string, string> = {}
    for (const name of Object.keys(captures)) {
      const capture = captures[name]!
      const text = typeof capture === 'number' ? stash?.[capture] : capture
      if (text !== undefined) parameters[name] = text.includes('%') ? tryDecodeURIComponent(text) : text
    }
    return { routes, parameters }
  }
  const cache = new LRUCache<string, RouteMatch>({ max: maxCachedPaths })
  return (path) => {
    let match = cache.get(path)
    if (!match) {
      match = search(path)
      if (path.length <= maxCachedPathLength) cache.set(path, match)
    }
    return match
  }
}

/** Maximum number of cached paths, enough for a few thousand symbols. */
const maxCachedPaths = 4000
const maxCachedPathLength = 100

/** Decodes a path but keeps encoded `%` characters, which are decoded with the parameters. */
const protectEncodedPercent = (path: string): string => tryDecodeURI(path.replaceAll('%25', '%2525'))
