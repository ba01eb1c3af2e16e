/** The widgets' sessions: looked at and ended. */
import type { SessionsOf } from '#service/access/operator/operator-sessions.ts'
import type { Session } from '#service/store/sessions.ts'
import { partnerOf } from '#service/access/operator/operator-accounts.ts'
import { fail } from './command.ts'
import type { CommandGroup, Flags } from './command.ts'

/** A list for people, and for scripts, has an end. */
const mostListed = 1000

export const sessionCommands: CommandGroup = {
  help: `  session list                            the open sessions, newest first, ${mostListed} at most
      --partner <id> --key <id> --user <userId>   only those
  session end <session id>                ends it at once, its feed within seconds; or all of
      --partner <id> --key <id> --user <userId>`,
  commands: {
    'session list': {
      most: 0,
      async run({ operator, store, flags }) {
        const { partnerId } = whose(flags)
        if (partnerId !== undefined) await partnerOf(store.accounts, partnerId)
        const sessions = (await operator.sessions(whose(flags), mostListed)).map(shown)
        const text = sessions.map(
          ({ id, keyId, partnerId, origin, flow, openedAt }) =>
            `${id}  ${partnerId}  ${keyId}  ${flow}  ${origin}  since ${openedAt}`,
        )
        return { data: sessions, text: text.join('\n') || 'No open sessions.' }
      },
    },
    'session end': {
      most: 1,
      async run({ operator, store, words: [id], flags }) {
        const { partnerId } = whose(flags)
        if (partnerId !== undefined) await partnerOf(store.accounts, partnerId)
        const of = { ...whose(flags), ...(id !== undefined && { id }) }
        if (Object.keys(of).length === 0) fail('<session id>, --partner, --key or --user is missing')
        const ended = await operator.endSessions(of)
        return { data: { ended }, text: `Ended ${ended.length} session${ended.length === 1 ? '' : 's'}.` }
      },
    },
  },
}

function whose(flags: Flags): SessionsOf {
  const named = (name: string) => {
    const value = flags[name]
    return typeof value === 'string' ? value : undefined
  }
  const [partnerId, keyId, user] = [named('partner'), named('key'), named('user')]
  return {
    ...(partnerId !== undefined && { partnerId }),
    ...(keyId !== undefined && { keyId }),
    ...(user !== undefined && { user }),
  }
}

/** A session without its hashes. */
function shown({ id, partnerId, keyId, flow, origin, instance, openedAt, expiresAt }: Session) {
  const time = (at: number) => new Date(at).toISOString()
  return {
    id,
    partnerId,
    keyId,
    flow,
    origin,
    instance,
    openedAt: time(openedAt),
    expiresAt: time(expiresAt),
  }
}
