/** Finds the rows of a path, by Hono's routers: the first row's path that matches, in the table's order. */
import { RegExpRouter } from 'hono/router/reg-exp-router'
import { SmartRouter } from 'hono/router/smart-router'
import { TrieRouter } from 'hono/router/trie-router'
import { tryDecodeURI, tryDecodeURIComponent } from 'hono/utils/url'
import { LRUCache } from 'lru-cache'
import type { Route } from './route.ts'

/** The rows of one path, one per method, and the decoded path parameters. */
export type RouteMatch = {
  readonly routes: readonly Route[]
  readonly parameters: Readonly<Record<string, string>>
}

const nothing: RouteMatch = { routes: [], parameters: {} }

/** Returns a lookup by encoded path. It finds no rows for an unknown path. */
export function createRouteMatcher(table: readonly Route[]): (path: string) => RouteMatch {
  const router = new SmartRouter<readonly Route[]>({ routers: [new RegExpRouter(), new TrieRouter()] })
  for (const [path, rows] of Map.groupBy(table, (row) => row.path))
    router.add('ALL', path.replaceAll(/\{(\w+)\}/g, ':$1'), rows)
  const search = (path: string): RouteMatch => {
    const [matches, stash] = router.match('ALL', path.includes('%') ? plain(path) : path)
    const match = matches[0]
    if (!match) return nothing
    const [rows, named] = match
    const parameters: Record<string, string> = {}
    for (const name of Object.keys(named)) {
      const place = named[name]!
      const text = typeof place === 'number' ? stash?.[place] : place
      if (text !== undefined) parameters[name] = text.includes('%') ? tryDecodeURIComponent(text) : text
    }
    return { routes: rows, parameters }
  }
  const known = new LRUCache<string, RouteMatch>({ max: mostRemembered })
  return (path) => {
    let found = known.get(path)
    if (!found) {
      found = search(path)
      if (path.length <= longestRemembered) known.set(path, found)
    }
    return found
  }
}

/** Number of cached paths: those of a few thousand symbols. */
const mostRemembered = 4000
const longestRemembered = 100

/** An encoded `%` stays one until a parameter is decoded. */
const plain = (path: string): string => tryDecodeURI(path.replaceAll('%25', '%2525'))
