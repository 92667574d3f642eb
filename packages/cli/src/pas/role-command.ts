import { userRoles, type UserRole } from '@pas/accounts/user-roles'
import { getUser } from './looked-up'
import { namedUser } from './named-thing'
import type { Noun } from './noun'
import { required } from './option-values'

export function addRoleCommand(user: Noun): void {
  user.on(namedUser, {
    verb: 'set-role',
    about: 'make a user an admin of their account, who invites and removes its people, or a member',
    options: [required('--role <role>', 'the new role').choices(userRoles)],
    act: (email, { role }: { role: UserRole }) => ({
      work: async (deps) => {
        const { setUserRole } = await import('@pas/accounts/user-roles')
        const { id } = await getUser(deps, email)
        const { before, accountId } = await setUserRole(deps, id, role)
        const details = { account_id: accountId, role, before }
        return { answer: { user_id: id, role }, target: `user:${id}`, details }
      },
    }),
  })
}
