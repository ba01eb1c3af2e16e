/** The user of the operating system who runs a command, for the audit log. */
import { userInfo } from 'node:os'

/** Details of an audit entry. */
export type SystemUser = {
  /** Name of the effective user, or its number if it has no name. */
  readonly osUser: string
  /** `SUDO_USER`, the user who called sudo. The user can set it, so it is no proof. */
  readonly sudoUser?: string
}

const maxNameLength = 100

export function systemUser(variables: Readonly<Record<string, string | undefined>>): SystemUser {
  const sudoUser = variables['SUDO_USER']?.slice(0, maxNameLength)
  return { osUser: osUser(), ...(sudoUser !== undefined && sudoUser !== '' && { sudoUser }) }
}

function osUser(): string {
  try {
    return userInfo().username
  } catch {
    // The user has no entry in the user database, as in many containers.
    return `uid ${process.geteuid?.() ?? 'unknown'}`
  }
}
