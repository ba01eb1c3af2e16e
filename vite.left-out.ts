/**
 * Cuts out of the app's libraries what the app does without (app/boot/left-out.ts), and what they say to developers where
 * nobody has switched that on. Versions are pinned; a method or module that is not there any more stops the build.
 */
import type { Plugin } from 'vite'
import { methods, modules } from './app/boot/left-out.ts'

/** Where what is said to developers, which is shown in i18next's debug mode only, is left out. */
const silent = /\/(i18next\/dist\/esm|react-i18next\/dist\/es)\/\w+\.js$/
const isSaying = /^(\w+\.(services\.)?logger\.(warn|log|deprecate|once)|warnOnce)$/

type Node = { type: string; start: number; end: number } & Readonly<Record<string, unknown>>
type Cut = { start: number; end: number; text: string }

const entryOf = <T>(table: Readonly<Record<string, T>>, id: string): [path: string, value: T] | undefined =>
  Object.entries(table).find(([path]) => id.endsWith(`/${path}`))

/** Every node of a module, parents first. */
function* nodesOf(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const one of value) yield* nodesOf(one)
  else if (value && typeof value === 'object') {
    if (typeof (value as Node).type === 'string') yield value as Node
    for (const one of Object.values(value)) if (one && typeof one === 'object') yield* nodesOf(one)
  }
}

/** A class's name and members; undefined for any other node. `class Name {}` or `var Name = class {}`. */
function classOf(node: Node): { name: string; members: Node[] } | undefined {
  const one = node.type === 'VariableDeclarator' ? (node['init'] as Node | null) : node
  if (one?.type !== (one === node ? 'ClassDeclaration' : 'ClassExpression')) return undefined
  const { name } = node['id'] as { name: string }
  return { name, members: (one['body'] as { body: Node[] }).body }
}

/** The methods that are left out of a module. @throws where one is not there */
function cutMethods(program: unknown, wanted: Readonly<Record<string, string | null>>): Cut[] {
  const missing = new Set(Object.keys(wanted))
  const cuts: Cut[] = []
  for (const node of nodesOf(program)) {
    const found = classOf(node)
    for (const member of found?.members ?? []) {
      const method = `${found?.name}.${(member['key'] as { name?: string } | undefined)?.name}`
      if (!missing.delete(method)) continue
      const instead = wanted[method] ?? null
      const { start, end } = instead === null ? member : (member['value'] as Node)
      cuts.push({ start, end, text: instead ?? '' })
    }
  }
  if (missing.size) throw new Error(`vite.left-out.ts: there is no ${[...missing].join(', ')}`)
  return cuts
}

/** The statements of a module that say something to developers. */
const cutSayings = (program: unknown, code: string): Cut[] =>
  [...nodesOf(program)].flatMap(({ type, expression, start, end }) => {
    const { type: kind, callee } = Object(expression) as Node & { callee: Node }
    return type === 'ExpressionStatement' &&
      kind === 'CallExpression' &&
      isSaying.test(code.slice(callee.start, callee.end))
      ? [{ start, end, text: ';' }]
      : []
  })

/** A text without its cuts; one that lies within another is gone with it. */
function withoutCuts(code: string, cuts: readonly Cut[]): string {
  let text = ''
  let at = 0
  for (const { start, end, text: instead } of cuts.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (start < at) continue
    text += code.slice(at, start) + instead
    at = end
  }
  return text + code.slice(at)
}

/** Leaves it out of the app; what the build's other parts import of a library they import in the same way. */
export function leaveOut(): Plugin {
  const unseen = new Set([...Object.keys(modules), ...Object.keys(methods)])
  return {
    name: 'left-out',
    enforce: 'pre',
    load: {
      filter: {
        id: /\/(query-core|react-query)\/build\/modern\/\w+\.js$|\/react-i18next\/dist\/es\/\w+\.js$/,
      },
      handler(id) {
        const [path, instead] = entryOf(modules, id) ?? []
        if (path) unseen.delete(path)
        return instead
      },
    },
    transform: {
      filter: { id: /\/node_modules\/(@tanstack\/query-core|i18next|react-i18next)\/.*\.js$/ },
      handler(code, id) {
        const [path, wanted] = entryOf(methods, id) ?? []
        if (path) unseen.delete(path)
        const isSilent = silent.test(id)
        if (!wanted && !isSilent) return null
        const program = this.parse(code)
        const cuts = [
          ...(wanted ? cutMethods(program, wanted) : []),
          ...(isSilent ? cutSayings(program, code) : []),
        ]
        return { code: withoutCuts(code, cuts), map: null }
      },
    },
    buildEnd(error) {
      if (!error && unseen.size && this.environment.name === 'client')
        throw new Error(`vite.left-out.ts: there is no ${[...unseen].join(', ')}`)
    },
  }
}
