import type { AuditTarget } from './perform'

/**
 * The target of the audit row of a refused command about a user: `user:<id>`, or `user` when no user has this e-mail
 * address. It never has the address, because the audit trail is kept when the user is deleted.
 */
export const userTarget =
  (email: string): AuditTarget =>
  async (deps) => {
    const { getUser } = await import('@pas/accounts/get-user')
    const user = await getUser(deps, email).catch(() => null)
    return user ? `user:${user.id}` : 'user'
  }
