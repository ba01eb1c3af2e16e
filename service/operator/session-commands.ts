/** Sessions of widgets: list and end. */
import { partnerOf } from '#service/access/operator/operator-accounts.ts'
import type { SessionSelector } from '#service/access/operator/operator-sessions.ts'
import type { Session } from '#service/store/sessions.ts'
import { defineCommand, fail, linesOr } from './command.ts'
import type { CommandGroup } from './command.ts'
import { isoTime } from './iso-time.ts'
import type { StoreContext } from './command-context.ts'

/** Bounds the output for people and for scripts. */
const maxListed = 1000

const filters = {
  partner: { type: 'text', value: 'id', meaning: 'sessions of this partner', otherwise: 'any' },
  key: { type: 'text', value: 'id', meaning: 'sessions of this widget key', otherwise: 'any' },
  user: {
    type: 'text',
    value: 'userId',
    meaning: 'sessions of this user; the page of the partner passes the userId',
    otherwise: 'any',
  },
} as const

const list = defineCommand({
  summary: `Lists the newest ${maxListed} open sessions.`,
  options: filters,
  needs: 'store',
  example: 'session list --partner p_5mJ2kQ9xTz1a',
  async run({ operator, store }, _, options) {
    const filter = await filterOf(store, options)
    const sessions = (await operator.sessions(filter, maxListed)).map(publicSessionData)
    const lines = sessions.map(
      ({ id, keyId, partnerId, origin, flow, openedAt }) =>
        `${id}  ${partnerId}  ${keyId}  ${flow}  ${origin}  since ${openedAt}`,
    )
    return { data: sessions, text: linesOr(lines, 'No open sessions.') }
  },
})

const end = defineCommand({
  summary: 'Ends one session, or all that match the options.',
  details:
    'Needs a session id or one of the options. A session ends if it matches all of them. Its feed closes within seconds.',
  arguments: {
    'session id': { meaning: 'id of the session', otherwise: 'all sessions that match the options' },
  },
  options: filters,
  needs: 'cluster',
  example: 'session end --user alice@example.com',
  async run({ operator, store }, { 'session id': id }, options) {
    const filter = { ...(await filterOf(store, options)), ...(id !== undefined && { id }) }
    if (Object.keys(filter).length === 0) fail('<session id>, --partner, --key or --user is missing')
    const ended = await operator.endSessions(filter)
    return { data: { ended }, text: `Ended ${ended.length} session${ended.length === 1 ? '' : 's'}.` }
  },
})

export const sessionCommands: CommandGroup = {
  summary: 'Open sessions of widgets',
  commands: { list, end },
}

type Filters = { readonly [Name in keyof typeof filters]: string | undefined }

/** @throws OperatorError if the partner does not exist: no sessions would look like success */
async function filterOf(
  { accounts }: Pick<StoreContext['store'], 'accounts'>,
  { partner, key, user }: Filters,
): Promise<SessionSelector> {
  if (partner !== undefined) await partnerOf(accounts, partner)
  return {
    ...(partner !== undefined && { partnerId: partner }),
    ...(key !== undefined && { keyId: key }),
    ...(user !== undefined && { user }),
  }
}

/** A session without its hashes. */
function publicSessionData({ id, partnerId, keyId, flow, origin, instance, openedAt, expiresAt }: Session) {
  return {
    id,
    partnerId,
    keyId,
    flow,
    origin,
    instance,
    openedAt: isoTime(openedAt),
    expiresAt: isoTime(expiresAt),
  }
}
