/** The table of tested versions in docs/packages.md. `npm run table:frameworks` writes it. */
import { readFileSync, writeFileSync } from 'node:fs'
import { tableCells } from '#service/testing/table-cells.ts'
import { frameworks, manifestOf } from './frameworks.ts'

export const packagesPage = 'docs/packages.md'

const header = '| framework | entry | versions |'

/** The rows below the header, as cells. */
export const versionRows = (): string[][] =>
  frameworks.map((framework) => {
    const { dependencies, devDependencies } = manifestOf(framework)
    const versions: Record<string, string> = { ...dependencies, ...devDependencies }
    return [
      framework.name,
      `\`/${framework.entry}\``,
      framework.shown.map((name) => `\`${name}\` ${versions[name]}`).join(', '),
    ]
  })

/** Matches the table in the page. */
const table = /^\| framework +\| entry .*\n\|[ -|]*\n((?:\|.*\n)+)/m

/** Reads the rows of the page's table, as cells. @throws Error if the page has no table */
export function readVersionRows(page: string): string[][] {
  const [, rows] = table.exec(page) ?? []
  if (!rows) throw new Error(`${packagesPage} has no table that begins with ${header}`)
  return tableCells(rows.trim().split('\n'))
}

/** Returns the page with the current table. The columns are aligned by the formatter. */
export function replaceVersionTable(page: string): string {
  readVersionRows(page)
  const rows = [header, '| --- | --- | --- |', ...versionRows().map((cells) => `| ${cells.join(' | ')} |`)]
  return page.replace(table, () => `${rows.join('\n')}\n`)
}

if (import.meta.main) writeFileSync(packagesPage, replaceVersionTable(readFileSync(packagesPage, 'utf8')))
