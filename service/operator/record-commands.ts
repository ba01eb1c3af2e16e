/** The sealed record: the key that signs it, and its verification from public files. */
import { OperatorError } from '#service/access/operator/operator-error.ts'
import type { SeriesReport } from '#service/record/verify.ts'
import { ensureRecordKey, readRecordKey, rotateRecordKey } from '#service/server/config/record-key-file.ts'
import { errorMessage } from '#service/shared/error-message.ts'
import { defineCommand, linesOr } from './command.ts'
import type { CommandGroup } from './command.ts'

const key = defineCommand({
  summary: 'Shows the key of the record, or creates it.',
  details:
    'The file of RECORD_KEY_FILE is readable by its owner only. --rotate signs a new key with the present one; the next night is signed with the new key, without a restart. A series whose key is lost cannot be continued.',
  options: { rotate: { type: 'flag', meaning: 'replaces the key by a new one that the present key signs' } },
  needs: 'settings',
  example: 'record key --rotate',
  async run({ environment: { recordKeyFile: file } }, _, { rotate }) {
    const present = await readRecordKey(file)
    if (!rotate) {
      const { public: shown } = present ?? (await ensureRecordKey(file))
      return {
        data: { ...shown, file, isNew: !present },
        text: [`${present ? 'Key' : 'Created key'} ${shown.id} in ${file}`, `Public key ${shown.publicKey}`],
      }
    }
    if (!present) throw new OperatorError(`There is no key in ${file}: "record key" creates one.`)
    const { key: next, formerPath } = await rotateRecordKey(file, present)
    return {
      data: { ...next.public, file, previous: present.public.id, previousFile: formerPath },
      text: [
        `Key ${next.public.id} replaces ${present.public.id} in ${file}.`,
        `The next night is signed with it. Then remove ${formerPath}.`,
      ],
    }
  },
})

const verify = defineCommand({
  summary: 'Verifies a record: hashes, signatures, gaps and results.',
  details:
    'The exit code is 1 if a file is wrong. Results with licensed inputs cannot be recomputed and are counted apart. Keep the hash of the last file: only who has it notices that later files were removed.',
  arguments: {
    place: {
      meaning: 'address of a service, or folder with <series>/<night>.json',
      otherwise: 'this service',
    },
  },
  needs: 'settings',
  example: 'record verify https://options.example.com',
  async run({ environment: { host, port, tls } }, { place }) {
    const { readPlace, verifyPlace } = await import('./record-files.ts')
    const source = place ?? `${tls ? 'https' : 'http'}://${host}:${port}`
    const files = await readPlace(source).catch((error: unknown) => {
      throw new OperatorError(`The record cannot be read from ${source}: ${errorMessage(error)}`)
    })
    const reports = await verifyPlace(files)
    return {
      data: reports,
      text: linesOr(reports.flatMap(linesOfReport), 'The record is empty.'),
      isFailure: reports.some(({ problems }) => problems.length > 0),
    }
  },
})

const linesOfReport = (report: SeriesReport): string[] => [
  `${report.series}: ${report.entries} nights, ${report.first} to ${report.last}`,
  `  last file ${report.head}, key ${report.keys.join(', then ')}`,
  `  ${report.picks} picks: ${report.recomputed} results recomputed, ${report.licensed} with licensed inputs, ${report.void} void, ${report.open} open`,
  `  sessions without an entry: ${report.gaps.join(' ') || 'none'}`,
  ...(report.problems.length > 0 ? report.problems.map((problem) => `  WRONG ${problem}`) : ['  intact']),
]

export const recordCommands: CommandGroup = { summary: 'Sealed record', commands: { key, verify } }
