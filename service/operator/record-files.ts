/** Reads the public files of a record from a service or a folder, and verifies each series. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { maxRecordEntries, recordListPath, RecordListSchema } from '#contract/responses/record.ts'
import { verifySeries } from '#service/record/verify.ts'
import type { ReadFile, SeriesReport } from '#service/record/verify.ts'

type FilesBySeries = ReadonlyMap<string, readonly ReadFile[]>

/** Rejects if the place cannot be read. */
export async function readPlace(place: string): Promise<FilesBySeries> {
  const files = /^https?:\/\//.test(place) ? await readService(place) : readFolder(place)
  return new Map([...Map.groupBy(files, ({ series }) => series)].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

export const verifyPlace = (files: FilesBySeries): Promise<SeriesReport[]> =>
  Promise.all([...files].map(([series, read]) => verifySeries(series, read)))

type NamedFile = ReadFile & { readonly series: string }

function readFolder(folder: string): NamedFile[] {
  const series = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return series.flatMap(({ name }) =>
    readdirSync(join(folder, name))
      .filter((file) => file.endsWith('.json'))
      .map((file) => ({
        series: name,
        night: file.slice(0, -'.json'.length),
        text: readFileSync(join(folder, name, file), 'utf8'),
      })),
  )
}

async function readService(address: string): Promise<NamedFile[]> {
  const read = async (path: string): Promise<string> => {
    const response = await fetch(new URL(path, address))
    if (!response.ok) throw new Error(`${path} has status ${response.status}`)
    return response.text()
  }
  const files: NamedFile[] = []
  for (let before: string | null = ''; before !== null;) {
    const query: string = `?limit=${maxRecordEntries}${before && `&before=${before}`}`
    const page = v.parse(RecordListSchema, JSON.parse(await read(recordListPath + query)))
    for (const { series, night, path } of page.entries) files.push({ series, night, text: await read(path) })
    before = page.next
  }
  return files
}
