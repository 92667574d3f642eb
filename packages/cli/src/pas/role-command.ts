import { userRoles, type UserRole } from '@pas/accounts/user-roles'
import { Option, type Command } from 'commander'
import { actOn, namedUser } from './named-thing'
import { perform, type CommandContext } from './perform'
import { userTarget } from './user-target'

export function addRoleCommand(user: Command, context: CommandContext): void {
  const setting = user
    .command('set-role')
    .description('make a user an admin of their account, who invites and removes its people, or a member')
    .addOption(new Option('--role <role>', 'the new role').choices(userRoles).makeOptionMandatory())
  actOn(setting, namedUser, (email, { role }: { role: UserRole }) =>
    perform(context, {
      action: 'user.set_role',
      target: userTarget(email),
      work: async (deps) => {
        const { getUser } = await import('@pas/accounts/get-user')
        const { setUserRole } = await import('@pas/accounts/user-roles')
        const { id } = await getUser(deps, email)
        const { before, accountId } = await setUserRole(deps, id, role)
        const details = { account_id: accountId, role, before }
        return { answer: { user_id: id, role }, target: `user:${id}`, details }
      },
    }),
  )
}
