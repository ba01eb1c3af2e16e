/** Editors show a description of each option and event of the installed package, in every place. */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ts } from '@ts-morph/common'
import { optionTable } from '#contract/bridge/options/options.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'
import { type PartnerProject, startPartnerProject } from '#e2e/kit/partner-project.ts'
import manifest from '#loader/packages/published/package.json' with { type: 'json' }

let project: PartnerProject
test.beforeAll(() => {
  project = startPartnerProject()
  project.add('react', '@types/react', 'csstype')
})
test.afterAll(() => project.remove())

/** The declarations of the platform, which the compiler of the tests does not bring along. */
const libFile = resolve(
  `node_modules/@typescript/typescript-${process.platform}-${process.arch}/lib/lib.es2022.full.d.ts`,
)

/** The descriptions that an editor shows at each name in the marked lines of a file: `name: description`. */
function hints(file: string, text: string): ReadonlyMap<string, string> {
  const path = join(project.folder, file)
  writeFileSync(path, text)
  const options = {
    strict: true,
    jsx: ts.JsxEmit.ReactJSX,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
    types: [],
  }
  const service = ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => true,
    getCompilationSettings: () => options,
    getScriptFileNames: () => [path],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const content = ts.sys.readFile(name)
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content)
    },
    getCurrentDirectory: () => project.folder,
    getDefaultLibFileName: () => libFile,
  })
  const names = text.matchAll(/(?<=\/\* hint \*\/ )[\w-]+/g)
  return new Map(
    [...names].map(({ 0: name, index }) => {
      const info = service.getQuickInfoAtPosition(path, index)
      return [name, ts.displayPartsToString(info?.documentation)]
    }),
  )
}

const kebab = (name: string) => name.replace(/[A-Z]/g, (char) => `-${char.toLowerCase()}`)
const optionNames = Object.keys(optionTable)
/** A value in source code, of the type that selects the credential. */
const sample = (name: string) => (name === 'apiKey' ? `'k'` : `'' as never`)
/** Names without a description. */
const undescribed = (described: ReadonlyMap<string, string>) =>
  [...described].filter(([, text]) => text.length < 20).map(([name]) => name)

test('every option of load has its meaning and default', () => {
  const text = hints(
    'load.ts',
    `import '${manifest.name}/loader'
     serviceWidgetLoader!.load('pro', {
       ${optionNames
         .filter((name) => !/authToken|getAuthToken/.test(name))
         .map((name) => `/* hint */ ${name}: ${sample(name)},`)
         .join('\n')}
     })
     serviceWidgetLoader!.load('pro', {
       /* hint */ authToken: '', /* hint */ getAuthToken: () => '', destinationId: 'i', userId: 'u',
     })`,
  )
  expect([...text.keys()].toSorted()).toEqual(optionNames.toSorted())
  expect(undescribed(text)).toEqual([])
  expect(text.get('acknowledgesTickets')).toMatch(
    /answers each trade ticket within 10 seconds.*\sDefault: `false`/s,
  )
  for (const [name, description] of text)
    if (!/destinationId|userId|holdings/.test(name)) expect(description, name).toContain('Default: ')
})

test('every prop of the React component has a description', () => {
  const own = [
    'type',
    'sentiment',
    'src',
    'onReady',
    'onSymbolChanged',
    'onTradeTicket',
    'onConnection',
    'onError',
  ]
  const names = [...optionNames.filter((name) => !/destinationId|authToken|getAuthToken/.test(name)), ...own]
  const text = hints(
    'props.tsx',
    `import { ServiceWidget } from '${manifest.name}/react'
     export const page = <ServiceWidget ${names.map((name) => `/* hint */ ${name}={${sample(name)}}`).join('\n')} />`,
  )
  expect([...text.keys()]).toEqual(names)
  expect(undescribed(text)).toEqual([])
})

test('every attribute and listener of the element has a description', () => {
  const attributes = optionNames
    .filter((name) => !/destinationId|getAuthToken|holdings/.test(name))
    .map(kebab)
  const names = [
    ...attributes,
    'widget-type',
    'onready',
    'onsymbolchanged',
    'ontradeticketexecute',
    'onerror',
  ]
  const text = hints(
    'element.tsx',
    `import '${manifest.name}/element-react'
     export const page = <service-widget ${names.map((name) => `/* hint */ ${name}={${sample(name)}}`).join('\n')} />`,
  )
  expect([...text.keys()]).toEqual(names)
  expect(undescribed(text)).toEqual([])
})

test('every event and command has a description', () => {
  const text = hints(
    'events.ts',
    `import type { WidgetInstance, EventPayloads } from '${manifest.name}/loader'
     export const listen = ({ EventType }: WidgetInstance) => [
       ${[
         'SYMBOL_CHANGED',
         'TRADE_TICKET_EXECUTE',
         'READY',
         'ERROR',
         'CONNECTION',
         'SET_SYMBOL',
         'SET_THEME',
         'SET_LOCALE',
         'SET_HOLDINGS',
         'TICKET_RECEIVED',
       ]
         .map((name) => `EventType./* hint */ ${name},`)
         .join('\n')}
     ]`,
  )
  expect(undescribed(text)).toEqual([])
  expect(text.size).toBe(10)
})

test('the package refers to no document that partners do not have', () => {
  const files = readdirSync(project.packageFolder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(d\.ts|md)$/.test(name),
  )
  expect(files.length).toBeGreaterThan(30)
  for (const file of files)
    expect(readFileSync(join(project.packageFolder, file), 'utf8'), file).not.toMatch(
      /docs\/[\w-]+\.md|docs\/decisions|\b[Ss]pec(ification)?\b|\b[Aa]dditive\b/,
    )
})
