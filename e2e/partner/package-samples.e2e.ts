/** Every sample of docs/packages.md and of the package's README compiles where the package is installed. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { compile as compileSvelte } from 'svelte/compiler'
import { compileScript, compileTemplate, parse } from 'vue/compiler-sfc'
import { expect, test } from '#e2e/kit/fixtures.ts'
import { type PartnerProject, startPartnerProject } from '#e2e/kit/partner-project.ts'

/** Globals of a page, and declarations of frameworks that are not installed here. */
const surroundings = `
  import type { TradeTicket as Ticket } from '@options-analysis/widget/loader'
  declare global {
    type TradeTicket = Ticket
    function report(...what: string[]): void
    function openOrderForm(ticket: TradeTicket): Promise<string>
    function saveDraft(ticket: TradeTicket): Promise<string>
    function setLive(isLive: boolean): void
    function currentUserId(): Promise<string>
    function useState<T>(first: T): [T, (now: T) => void]
    const process: { env: Record<string, string | undefined> }
  }
  declare module 'next/headers' { export function headers(): Promise<Headers> }
  declare module '@vitejs/plugin-vue' { export default function vue(options: object): object }
  declare module '@angular/core' {
    export const CUSTOM_ELEMENTS_SCHEMA: object
    export function Component(of: object): <T>(one: T, context: ClassDecoratorContext) => void
    export const input: (<T>(first: T) => () => T) & { required: <T>() => () => T }
  }`
// An ambient module is declared only in a file without imports; elsewhere `declare module` augments a module.
const [globals = '', ...modules] = surroundings.split(/(?=declare module)/)

type Sample = { name: string; text: string }
const guide = readFileSync('docs/packages.md', 'utf8')
const samplesOf = (text: string, language: string, name: RegExp): Sample[] =>
  [...text.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].flatMap(([, sample = '']) => {
    const [, sampleName] = name.exec(sample) ?? []
    return sampleName ? [{ name: sampleName, text: sample }] : []
  })

let project: PartnerProject
test.beforeAll(() => {
  project = startPartnerProject()
  project.add('react', '@types/react', 'csstype', 'preact', 'solid-js')
})
test.afterAll(() => project.remove())

/** Compiles a sample and returns the exit code and output. Separately, since frameworks have conflicting JSX types. */
function compile({ name, text }: Sample): string {
  const folder = join(project.folder, 'samples', name.replaceAll(/\W/g, '-'))
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  write(name, text)
  write('globals.d.ts', globals)
  write('modules.d.ts', modules.join('\n'))
  // Types of the neighbouring file that the sample of a Next page imports.
  write(
    'app/ideas/ideas.d.ts',
    'export function Ideas(of: { userId: string; nonce?: string | undefined }): null',
  )
  const [, framework = ''] = /\.(preact|solid)\./.exec(name) ?? []
  const source = { preact: 'preact', solid: 'solid-js' }[framework] ?? 'react'
  const flags = `--noEmit --strict --exactOptionalPropertyTypes --skipLibCheck --target es2022 --module esnext
    --lib es2023,dom,dom.iterable --moduleResolution bundler --jsx ${framework === 'solid' ? 'preserve' : 'react-jsx'}
    --jsxImportSource ${source}`.split(/\s+/)
  const args = [...flags, '--types', '', name, 'globals.d.ts', 'modules.d.ts']
  const { status, stdout } = spawnSync(
    process.execPath,
    [resolve('node_modules/typescript/bin/tsc'), ...args],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  )
  return `${status}: ${stdout}`
}

test('TypeScript samples of every framework compile', () => {
  const nameComment = /^\/\/ (\S+)\n/
  const samples = [...samplesOf(guide, 'ts', nameComment), ...samplesOf(guide, 'tsx', nameComment)]
  expect(samples.length, 'every sample has a name').toBe(guide.match(/```tsx?\n/g)!.length)
  for (const sample of samples) expect(compile(sample), sample.name).toBe('0: ')
})

test('samples of the README compile', () => {
  const readme = readFileSync('loader/packages/published/README.md', 'utf8')
  const samples = [...samplesOf(readme, 'tsx', /(\w)/), ...samplesOf(readme, 'ts', /(\w)/)]
  expect(samples).toHaveLength(2)
  samples.forEach(({ text }, index) => expect(compile({ name: `readme-${index}.tsx`, text })).toBe('0: '))
})

test('Vue and Svelte templates compile', () => {
  const [vue] = samplesOf(guide, 'html', /^<!-- (\S+\.vue) -->/)
  const { descriptor, errors } = parse(vue!.text)
  expect(errors).toEqual([])
  expect(() => compileScript(descriptor, { id: 'ideas' })).not.toThrow()
  const { errors: templateErrors } = compileTemplate({
    id: 'ideas',
    filename: vue!.name,
    source: descriptor.template!.content,
    compilerOptions: { isCustomElement: (tag) => tag === 'service-widget' },
  })
  expect(templateErrors).toEqual([])
  const [svelte] = samplesOf(guide, 'html', /^<!-- (\S+\.svelte) -->/)
  expect(compileSvelte(svelte!.text, { filename: svelte!.name }).warnings).toEqual([])
})
