/** The pages of the documentation, in reading order: a page that is not listed here is not reachable. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Source of a page: a Markdown file of its name, the service's OpenAPI document, or another site. */
export type PageSource = 'markdown' | 'openapi' | 'elsewhere'

export type NavigationPage = {
  /** Path below `/docs/`: for Markdown, the file's path without its extension. `index` is `/docs` itself. */
  readonly name: string
  /** Short title for the navigation. */
  readonly title: string
  readonly source: PageSource
}

export type NavigationGroup = {
  readonly title: string
  readonly pages: readonly NavigationPage[]
  /** Whether its pages are collapsed initially: pages for developers of the service. */
  readonly isClosed?: boolean
}
export type NavigationPart = { readonly title: string; readonly groups: readonly NavigationGroup[] }

/** Folder of the Markdown files. */
export const folder = join(import.meta.dirname, '..')

const page = (name: string, title: string, source: PageSource = 'markdown'): NavigationPage => ({
  name,
  title,
  source,
})

/** All pages of a folder, with their titles. */
function pagesIn(name: string): NavigationPage[] {
  return readdirSync(join(folder, name))
    .toSorted()
    .map((file) => {
      const [title = file] = readFileSync(join(folder, name, file), 'utf8').split('\n')
      return page(`${name}/${file.replace(/\.md$/, '')}`, title.replace(/^# [\d.]* ?/, ''))
    })
}

const planned: readonly NavigationPart[] = [
  {
    title: 'For partners',
    groups: [
      {
        title: 'Start',
        pages: [
          page('index', 'Overview'),
          page('embedding', 'Embed the widget'),
          page('packages', 'React, element, bundlers'),
          page('mobile', 'Native apps'),
          page('playground', 'Playground', 'elsewhere'),
        ],
      },
      {
        title: 'Build',
        pages: [
          page('trade-ticket', 'The trade ticket'),
          page('theming', 'Appearance and size'),
          page('testing', 'Testing'),
          page('test-keys', 'Test keys'),
          page('errors', 'Errors'),
          page('screen-readers', 'Screen readers'),
        ],
      },
      {
        title: 'Data API',
        pages: [page('data-api', 'Using the API'), page('api-reference', 'Reference', 'openapi')],
      },
      {
        title: 'The figures',
        pages: [
          page('rules', 'Signals and strength'),
          page('accuracy', 'Accuracy'),
          page('performance', 'Performance'),
        ],
      },
      {
        title: 'More',
        pages: [page('protocol', 'Protocols'), page('changelog', 'Changelog')],
      },
    ],
  },
  {
    title: 'For operators',
    groups: [
      {
        title: 'Run it',
        pages: [
          page('operating', 'Operating the service'),
          page('runbook', 'Runbook'),
          page('security', 'Security'),
          page('service-performance', 'The service’s speed'),
        ],
      },
      {
        title: 'Inside',
        isClosed: true,
        pages: [
          page('embedding-scenarios', 'Tests on partners’ pages'),
          page('loader-size', 'The loader’s size'),
          page('texts-of-money', 'Texts about money and orders'),
          page('specification', 'Specification'),
          ...pagesIn('tasks'),
          ...pagesIn('decisions'),
        ],
      },
    ],
  },
]

/** A missing file does not break the build: site.test.ts reports links to it. */
const isThere = ({ name, source }: NavigationPage): boolean =>
  source !== 'markdown' || existsSync(join(folder, `${name}.md`))

export const navigation: readonly NavigationPart[] = planned.map(({ title, groups }) => ({
  title,
  groups: groups.map((group) => ({ ...group, pages: group.pages.filter(isThere) })),
}))

/** All pages, in reading order. */
export const pages: readonly NavigationPage[] = navigation.flatMap(({ groups }) =>
  groups.flatMap((group) => group.pages),
)

/** Path of a page on the service. */
export const pathOf = (name: string): string => (name === 'index' ? '/docs' : `/docs/${name}`)
