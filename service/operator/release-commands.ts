/** Releases of the widget: list, promote, withdraw and reinstate them. */
import { readReleases, supportedUntil } from '#service/server/files/releases.ts'
import { builtVersion } from '#service/server/built-version.ts'
import type { Environment } from '#service/server/config/environment.ts'
import { stableVersion, withdrawalOf } from '#service/shared/release-channels.ts'
import type { AvailableReleases, ReleaseState } from '#service/shared/release-channels.ts'
import type { ReleaseRepository } from '#service/store/releases.ts'
import { defineCommand } from './command.ts'
import type { CommandGroup } from './command.ts'
import { tableLines } from './table-lines.ts'

const version = { meaning: 'version such as 1.3.0; "release list" shows them' }

type Releases = Pick<ReleaseRepository, 'list'>

/** The releases of this installation and their states. */
async function readInstalled({ releasesDir }: Environment, releases: Releases) {
  const kept = readReleases(releasesDir)
  const keptApps = kept.filter(({ app }) => app).map((release) => release.version)
  const available: AvailableReleases = { built: builtVersion, keptApps: new Set(keptApps) }
  return { kept, available, states: await releases.list() }
}

const list = defineCommand({
  summary: 'Lists the releases that pages may pin, newest first.',
  needs: 'store',
  example: 'release list',
  async run({ environment, store }) {
    const { kept, available, states } = await readInstalled(environment, store.releases)
    const stable = stableVersion(states, available)
    const versions = new Set([available.built, ...kept.map((release) => release.version)])
    const rows = [...versions]
      .toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }))
      .map((name) => {
        const release = kept.find((candidate) => candidate.version === name)
        return {
          version: name,
          isStable: name === stable,
          isNext: name === available.built,
          hasApp: available.keptApps.has(name),
          keptOn: release?.keptOn ?? null,
          supportedUntil: release ? supportedUntil(release) : null,
          withdrawal: withdrawalOf(states, name),
        }
      })
    return {
      data: rows,
      text: tableLines(['version', 'channel', 'kept', 'supported until', 'state'], rows.map(cellsOf)),
    }
  },
})

type ReleaseRow = {
  readonly version: string
  readonly isStable: boolean
  readonly isNext: boolean
  readonly hasApp: boolean
  readonly supportedUntil: string | null
  readonly withdrawal: ReleaseState['withdrawal']
}

const cellsOf = (row: ReleaseRow): string[] => [
  row.version,
  [...(row.isStable ? ['stable'] : []), ...(row.isNext ? ['next'] : [])].join(', ') || '-',
  row.hasApp ? 'loader and app' : row.isNext ? 'build' : 'loader',
  row.supportedUntil ?? '-',
  row.withdrawal ? `withdrawn: ${row.withdrawal.reason}` : 'served',
]

/** One sentence about the release that unpinned pages get. */
async function stableLines(environment: Environment, releases: Releases): Promise<string> {
  const { available, states } = await readInstalled(environment, releases)
  const stable = stableVersion(states, available)
  return stable === null
    ? 'No release is stable: pages without a version report ERROR VERSION. Promote one.'
    : `Pages without a version get ${stable}.`
}

const promote = defineCommand({
  summary: 'Makes a release stable: pages without a version get it.',
  details: 'Takes effect on the next visit; browsers keep /widgetLoader for up to five minutes.',
  arguments: { version },
  needs: 'cluster',
  example: 'release promote 1.3.0',
  async run({ environment, operator, store }, { version: name }) {
    const { available } = await readInstalled(environment, store.releases)
    await operator.promoteRelease(name, available)
    return { data: { stable: name }, text: await stableLines(environment, store.releases) }
  },
})

const withdraw = defineCommand({
  summary: 'Withdraws a release for security.',
  details:
    'Pages that pin it receive ERROR VERSION with the reason. Open widgets keep running until their page is reloaded. ' +
    '--loader withdraws the loader, too; a page that pins its hash then sees only the error of its browser.',
  arguments: { version, reason: { meaning: 'one English sentence for the developers of pages' } },
  options: { loader: { type: 'flag', meaning: 'withdraws the loader as well' } },
  needs: 'cluster',
  example: "release withdraw 1.3.0 'CVE-2027-1234: a news title could run a script'",
  async run({ environment, operator, store }, { version: name, reason }, { loader }) {
    const { available } = await readInstalled(environment, store.releases)
    await operator.withdrawRelease(name, { reason, includesLoader: loader }, available)
    return {
      data: { withdrawn: name, reason, includesLoader: loader },
      text: `Withdrew ${name}. ${await stableLines(environment, store.releases)}`,
    }
  },
})

const reinstate = defineCommand({
  summary: 'Ends the withdrawal of a release.',
  arguments: { version },
  needs: 'cluster',
  example: 'release reinstate 1.3.0',
  async run({ environment, operator, store }, { version: name }) {
    await operator.reinstateRelease(name)
    return {
      data: { reinstated: name },
      text: `${name} is served again. ${await stableLines(environment, store.releases)}`,
    }
  },
})

export const releaseCommands: CommandGroup = {
  summary: 'Releases of the widget',
  commands: { list, promote, withdraw, reinstate },
}
