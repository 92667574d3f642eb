import type { AuditTarget } from './perform'

/**
 * For the audit row of a refused command: `user:<id>`, or `user` when there is none. Never the address, because the
 * audit trail is kept when the user is deleted.
 */
export const userTarget =
  (email: string): AuditTarget =>
  async (deps) => {
    const { getUser } = await import('@pas/accounts/get-user')
    const user = await getUser(deps, email).catch(() => null)
    return user ? `user:${user.id}` : 'user'
  }
