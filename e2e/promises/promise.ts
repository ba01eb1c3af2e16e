/**
 * The promises of docs/security.md and the mutations that break them. A mutation is a patch in this folder with a
 * header that git ignores:
 *
 *     Statement: 45
 *     Breaks: a feed accepts frames of 4,900 bytes
 *     Fails: service/feed/limits.test.ts: a frame of 4,097 bytes
 *
 * `Fails` may occur several times. Each names a test, or a part of its title, that must fail with the mutation.
 */
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Folder of the repository, with a slash at the end. */
export const root: string = fileURLToPath(new URL('../..', import.meta.url))

/** A test by its file, and its title or a part of it. */
export type NamedTest = { readonly file: string; readonly title: string }

export type Mutation = {
  /** File name of the patch, without its ending. */
  readonly name: string
  /** Path of the patch in the repository. */
  readonly path: string
  /** Number of the statement that the mutation breaks. */
  readonly statement: number
  /** Behaviour of the mutated product, in a few words. */
  readonly breaks: string
  /** Tests that must fail with the mutation, and pass without it. */
  readonly tests: readonly NamedTest[]
}

/** Reads a line of a header as name and value. Throws if it has another form. */
function fieldOf(line: string, path: string): readonly [string, string] {
  const [, name, value] = /^(Statement|Breaks|Fails): (.+)$/.exec(line) ?? []
  if (name === undefined || value === undefined)
    throw new Error(`${path}: expected Statement, Breaks or Fails, and a value, instead of “${line}”`)
  return [name, value]
}

function testOf(value: string, path: string): NamedTest {
  const [, file, title] = /^(\S+): (.+)$/.exec(value) ?? []
  if (file === undefined || title === undefined)
    throw new Error(`${path}: expected a file and the title of a test instead of “${value}”`)
  return { file, title }
}

/** Reads a patch's header. Throws an error that names the patch and what was expected. */
export function readMutation(path: string, text: string): Mutation {
  const [header = ''] = text.split(/^diff /m, 1)
  const fields = header
    .trim()
    .split('\n')
    .map((line) => fieldOf(line, path))
  const valuesOf = (wanted: string) => fields.filter(([name]) => name === wanted).map(([, value]) => value)
  const [number, ...otherNumbers] = valuesOf('Statement').map(Number)
  const [breaks, ...otherBreaks] = valuesOf('Breaks')
  const tests = valuesOf('Fails').map((value) => testOf(value, path))
  if (!Number.isInteger(number) || otherNumbers.length > 0) throw new Error(`${path}: expected one Statement`)
  if (breaks === undefined || otherBreaks.length > 0) throw new Error(`${path}: expected one Breaks`)
  if (tests.length === 0) throw new Error(`${path}: expected at least one Fails`)
  return { name: basename(path, '.patch'), path, statement: number!, breaks, tests }
}

/** All mutations, in the order of their statements. */
export const mutations = (): readonly Mutation[] =>
  globSync('e2e/promises/*.patch', { cwd: root })
    .map((path) => readMutation(path, readFileSync(`${root}${path}`, 'utf8')))
    .toSorted((one, other) => one.statement - other.statement || one.name.localeCompare(other.name))

/** A numbered section of docs/security.md. */
export type Statement = { readonly number: number; readonly title: string; readonly text: string }

/** The numbered statements of a page, in its order. */
export const statementsOf = (page: string): readonly Statement[] =>
  page.split(/^#{2,3} /m).flatMap((section) => {
    const [, number, title, text = ''] = /^(\d+)\. (.+)\n([^]*)$/.exec(section) ?? []
    return number === undefined ? [] : [{ number: Number(number), title: title!, text }]
  })
