/** The pages of the documentation, in reading order: a page that is not listed here is not reachable. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Source of a page: the Markdown file of its name, the service's OpenAPI document, or (`elsewhere`) a page of the
 * service that this site does not generate.
 */
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
  /** Whether the list of its pages is collapsed on pages of other groups. */
  readonly isCollapsed?: boolean
}
export type NavigationPart = { readonly title: string; readonly groups: readonly NavigationGroup[] }

/** Folder of the Markdown files. */
export const docsFolder = join(import.meta.dirname, '..')

const page = (name: string, title: string, source: PageSource = 'markdown'): NavigationPage => ({
  name,
  title,
  source,
})

/** All pages of a folder, with their titles. */
function pagesIn(name: string): NavigationPage[] {
  return readdirSync(join(docsFolder, name))
    .toSorted()
    .map((file) => {
      const [title = file] = readFileSync(join(docsFolder, name, file), 'utf8').split('\n')
      return page(`${name}/${file.replace(/\.md$/, '')}`, title.replace(/^# [\d.]* ?/, ''))
    })
}

const plannedParts: readonly NavigationPart[] = [
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
          page('versioning', 'Versions and support'),
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
          page('record', 'The sealed record'),
          page('positions', 'Positions'),
          page('performance', 'Performance'),
        ],
      },
      {
        title: 'More',
        pages: [
          page('browsers', 'Supported browsers'),
          page('accessibility', 'Accessibility'),
          page('privacy', 'Privacy'),
          page('protocol', 'Protocols'),
          page('changelog', 'Changelog'),
        ],
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
          page('markets', 'Market data'),
          page('runbook', 'Runbook'),
          page('security', 'Security'),
          page('service-performance', 'The service’s speed'),
        ],
      },
      {
        title: 'Inside',
        isCollapsed: true,
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

/** Whether the page can be built. A missing file does not break the build: site.test.ts reports links to it. */
const hasSource = ({ name, source }: NavigationPage): boolean =>
  source !== 'markdown' || existsSync(join(docsFolder, `${name}.md`))

export const navigation: readonly NavigationPart[] = plannedParts.map(({ title, groups }) => ({
  title,
  groups: groups.map((group) => ({ ...group, pages: group.pages.filter(hasSource) })),
}))

/** All pages, in reading order. */
export const pages: readonly NavigationPage[] = navigation.flatMap(({ groups }) =>
  groups.flatMap((group) => group.pages),
)

/** Path of a page on the service. */
export const pathOf = (name: string): string => (name === 'index' ? '/docs' : `/docs/${name}`)
