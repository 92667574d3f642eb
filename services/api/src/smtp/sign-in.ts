import { ApiError, invalidField } from '@pas/runtime/errors'
import { requireApiKey, type AuthenticationDeps, type Principal } from '../authentication/authenticate'
import { inboxName } from '../emails/schema'
import { SmtpRefusal } from './smtp-refusal'

export interface Login {
  inbox: string
  principal: Principal
  checkedAt: Date
  /** Rejects as `signIn` does. */
  checkAgain(): Promise<void>
}

const allowedName =
  "The user name is the inbox, which its first mail makes: 1 to 40 characters of a-z, 0-9, '.', '_' and '-'. The password is an API key."

/** Rejects with an `SmtpRefusal` of 535, or with the database's errors. */
export async function signIn(
  deps: AuthenticationDeps,
  { userName, password }: { userName: string; password: string },
  ip: string,
): Promise<Login> {
  const inbox = inboxName.safeParse(userName)
  if (!inbox.success)
    throw new SmtpRefusal(535, allowedName, {
      cause: invalidField('The user name is no inbox.', { field: 'user name' }),
    })
  const check = async (): Promise<Principal> => {
    try {
      return (await requireApiKey(deps, password, ip)).principal
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause
      throw new SmtpRefusal(535, `${cause.publicText} The password is an API key, the user name an inbox.`, {
        cause,
      })
    }
  }
  const login: Login = {
    inbox: inbox.data,
    principal: await check(),
    checkedAt: deps.clock.now(),
    checkAgain: async () => {
      await check()
      login.checkedAt = deps.clock.now()
    },
  }
  return login
}
