/** The operator's commands: words in, text and exit code out. `admin.ts` runs them. */
import { parseArgs } from 'node:util'
import { ensureDemo } from '#service/access/demo.ts'
import { allScopes, createOperator, OperatorError } from '#service/access/operator.ts'
import type { KeyOptions } from '#service/access/operator.ts'
import { mergeSettings, settingNames } from '#service/access/settings.ts'
import { keyedHash } from '#service/access/hashing.ts'
import { keptMarket, openDataDir } from '#service/node/data-dir.ts'
import { demoOrigins, EnvironmentError, readEnvironment } from '#service/node/environment.ts'
import type { Batch } from '#service/store/batches.ts'
import type { Key, KeyKind } from '#service/store/keys.ts'

const help = `Usage: npm run --silent admin -- <command> [--json]

  partner add <name>                      an account; prints its id
  partner list
  partner set <id> <setting> <value>      ${settingNames.join(', ')}

  domain add <partner id> <origin>        https://partner.com, https://*.partner.com, http://localhost:3000
  domain remove <partner id> <origin>
  domain list <partner id>

  key issue <partner id> <kind>           kind: widget, subscription, client; secrets are shown this once
      --scopes ${allScopes.join(',')}               subscription: products the key may read (default: all)
      --rate <requests per minute>        subscription
      --ip <address or CIDR>,...          subscription: where the key may be used from (default: anywhere)
  key rotate <key id> [--grace <hours>]   a new secret; the old one is refused at once, or after the grace
  key revoke <key id>
  key list [partner id]

  scan run                                scans the market now and publishes the batch
  scan status                             the latest batch

  demo credentials                        the demo account's keys (embedded default only)

DATA_DIR (default .data) names the data; MARKET the market, by default that of the last start.`

/** What a command answers: `data` for --json, `text` for people. */
type Answer = { readonly data: unknown; readonly text: string }

/** A command that was written wrongly: exit code 2. */
class UsageError extends Error {
  override name = 'UsageError'
}

type Variables = Readonly<Record<string, string | undefined>>

async function run(
  words: readonly string[],
  flags: Readonly<Record<string, string | boolean | undefined>>,
  variables: Variables,
): Promise<Answer> {
  const dataDir = variables['DATA_DIR']?.trim() || '.data'
  const environment = readEnvironment({ ...variables, MARKET: variables['MARKET'] ?? keptMarket(dataDir) })
  const { store, pepper } = openDataDir(environment.dataDir, environment.market)
  try {
    const hash = await keyedHash(pepper)
    const operator = createOperator({ store, hash, clock: () => Date.now() })
    const [group, verb, ...rest] = words
    const argument = (at: number, name: string): string => rest[at] ?? fail(`${name} is missing`)
    const most = (count: number) => {
      if (rest.length > count)
        fail(`"${rest[count]}" is one word too many; put names of several words in quotes`)
    }
    const command = `${group} ${verb}`
    switch (command) {
      case 'partner add': {
        most(1)
        const { id, name } = await operator.addPartner(argument(0, '<name>'))
        return { data: { id, name }, text: `Partner ${name}: ${id}` }
      }
      case 'partner list': {
        const partners = (await store.accounts.list()).map(({ id, name }) => ({ id, name }))
        return {
          data: partners,
          text: partners.map(({ id, name }) => `${id}  ${name}`).join('\n') || 'No partners yet.',
        }
      }
      case 'partner set': {
        most(3)
        const partner = await operator.set(
          argument(0, '<id>'),
          argument(1, '<setting>'),
          argument(2, '<value>'),
        )
        return {
          data: { id: partner.id, settings: mergeSettings(partner.settings, '') },
          text: `Set ${rest[1]} of ${partner.id}.`,
        }
      }
      case 'domain add':
      case 'domain remove': {
        most(2)
        const partnerId = argument(0, '<partner id>')
        const origin = await operator[verb === 'add' ? 'addDomain' : 'removeDomain'](
          partnerId,
          argument(1, '<origin>'),
        )
        return {
          data: { partnerId, origin, domains: await operator.domains(partnerId) },
          text: `${verb === 'add' ? 'Listed' : 'Removed'} ${origin}.`,
        }
      }
      case 'domain list': {
        most(1)
        const domains = await operator.domains(argument(0, '<partner id>'))
        return { data: domains, text: domains.join('\n') || 'No domains yet.' }
      }
      case 'key issue': {
        most(2)
        const kind = rest.find(isKind) ?? fail('<kind> must be widget, subscription or client')
        const partnerId = rest.find((word) => !isKind(word)) ?? fail('<partner id> is missing')
        const made = await operator.issueKey(partnerId, kind, keyOptions(kind, flags))
        const data = { id: made.id, kind, partnerId, ...credentialsOf(kind, made) }
        return { data, text: `${lines(credentialsOf(kind, made))}\nThe secret is not shown again.` }
      }
      case 'key rotate': {
        most(1)
        const grace = Number(flags['grace'] ?? 0)
        const made = await operator.rotateKey(argument(0, '<key id>'), grace)
        const credentials = credentialsOf(made.kind, made)
        return {
          data: { id: made.id, kind: made.kind, ...credentials },
          text: `${lines(credentials)}\nThe secret is not shown again.`,
        }
      }
      case 'key revoke': {
        most(1)
        const key = await operator.revokeKey(argument(0, '<key id>'))
        return { data: shown(key), text: `Revoked ${key.id}.` }
      }
      case 'key list': {
        most(1)
        if (rest[0] !== undefined) await operator.domains(rest[0])
        const keys = (await store.keys.list(rest[0])).map(shown)
        const text = keys.map(
          (key) =>
            `${key.id}  ${key.kind}  ${key.partnerId}  ${key.revokedAt ? `revoked ${key.revokedAt}` : 'active'}  ${key.scopes.join(',')}`,
        )
        return { data: keys, text: text.join('\n') || 'No keys yet.' }
      }
      case 'scan run': {
        // Loaded where needed: every other command is done sooner without them.
        const [{ openMarket }, { runScan }] = await Promise.all([
          import('#service/node/market-choice.ts'),
          import('#service/scan/scan.ts'),
        ])
        const market = await openMarket(environment.market, (_, event, fields) =>
          process.stderr.write(`${event} ${JSON.stringify(fields)}\n`),
        )
        try {
          await runScan({ market, batches: store.batches })
        } finally {
          await market.close()
        }
        return scanStatus(await store.batches.latest())
      }
      case 'scan status':
        return scanStatus(await store.batches.latest())
      case 'demo credentials': {
        const credentials = await ensureDemo({ store, operator, hash }, demoOrigins(environment.demoPort))
        return { data: credentials, text: lines(credentials) }
      }
      default:
        return fail(`There is no command "${words.join(' ')}"`)
    }
  } finally {
    await store.close()
  }
}

function scanStatus(batch: Batch | undefined): Answer {
  if (!batch) return { data: null, text: 'No scan has been published yet.' }
  const { id, dateOfScan, tradingDay, durationMs, universeSize, ideas, failures } = batch
  const data = {
    id,
    dateOfScan,
    tradingDay,
    durationMs: Math.round(durationMs),
    universeSize,
    ideas: ideas.length,
    failures,
  }
  return {
    data,
    text: `Batch ${id}: ${ideas.length} ideas out of ${universeSize} symbols, day ${tradingDay}, scanned ${dateOfScan}, ${failures.length} failures.`,
  }
}

function keyOptions(
  kind: KeyKind,
  flags: Readonly<Record<string, string | boolean | undefined>>,
): KeyOptions {
  const list = (name: string) => {
    const value = flags[name]
    return typeof value === 'string' ? value.split(/[\s,]+/).filter((word) => word !== '') : undefined
  }
  const [scopes, addresses, rate] = [list('scopes'), list('ip'), flags['rate']]
  if (kind !== 'subscription' && (scopes ?? addresses ?? rate) !== undefined)
    fail('--scopes, --rate and --ip are for subscription keys')
  return {
    ...(scopes ? { scopes } : {}),
    ...(addresses ? { addresses } : {}),
    ...(rate === undefined ? {} : { ratePerMinute: Number(rate) }),
  }
}

function credentialsOf(
  kind: KeyKind,
  { id, secret }: { id: string; secret: string },
): Record<string, string> {
  if (kind === 'widget') return { apiKey: id, secretKey: secret }
  return kind === 'client' ? { clientId: id, clientSecret: secret } : { subscriptionKey: secret }
}

/** A key without its hashes. */
function shown({ secretHash: _secretHash, previous, ...key }: Key) {
  const time = (at: number | null) => (at === null ? null : new Date(at).toISOString())
  return {
    ...key,
    createdAt: time(key.createdAt),
    lastUsedAt: time(key.lastUsedAt),
    revokedAt: time(key.revokedAt),
    previousSecretUntil: time(previous?.until ?? null),
  }
}

const isKind = (word: string): word is KeyKind =>
  word === 'widget' || word === 'subscription' || word === 'client'

function lines(record: object): string {
  return Object.entries(record)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join('\n')
}

function fail(message: string): never {
  throw new UsageError(message)
}

/** Runs one command. `variables` is the environment. */
export async function runAdmin(
  given: readonly string[],
  variables: Variables,
): Promise<{ code: number; out: string; err: string }> {
  let json = given.includes('--json')
  try {
    const { values, positionals } = parseArgs({
      args: [...given],
      allowPositionals: true,
      options: {
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
        scopes: { type: 'string' },
        rate: { type: 'string' },
        ip: { type: 'string' },
        grace: { type: 'string' },
      },
    })
    json = values.json
    if (values.help || positionals.length === 0)
      return { code: values.help ? 0 : 2, out: `${help}\n`, err: '' }
    const { data, text } = await run(positionals, values, variables)
    return { code: 0, out: `${json ? JSON.stringify(data, null, 2) : text}\n`, err: '' }
  } catch (error) {
    const wrongUse = error instanceof UsageError || (error instanceof TypeError && 'code' in error)
    const expected = wrongUse || error instanceof OperatorError || error instanceof EnvironmentError
    const message = expected
      ? error.message
      : error instanceof Error
        ? (error.stack ?? error.message)
        : String(error)
    const err = json
      ? `${JSON.stringify({ error: message })}\n`
      : `${message}${wrongUse ? '. See --help.' : ''}\n`
    return { code: wrongUse ? 2 : 1, out: '', err }
  }
}
