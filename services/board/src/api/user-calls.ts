import { emailClientsBody, emailClientSetsBody } from '@pas/api-contract/users'
import type { AuthorizedCalls } from './authorized-calls'
import { currentUserAnswer, type ApiClientSet, type ApiUser } from './schema'
import { readAnswer } from './send-request'

/** The user and their email clients. Each function throws as those of `ApiReader` do. */
export interface UserCalls {
  /** Codes of the email clients that the user chose, or of the popular set. */
  chosenClients(): Promise<string[]>
  /** The sets of email clients that the user has named. */
  clientSets(): Promise<ApiClientSet[]>
  /** The user. */
  currentUser(): Promise<ApiUser>
}

/** Makes the calls that are about the user. */
export const createUserCalls = ({ read, send, userApiUrl }: AuthorizedCalls): UserCalls => ({
  chosenClients: async () =>
    (await read(emailClientsBody, { url: `${userApiUrl}/user_settings/clients` })).clients.map(
      ({ code }) => code,
    ),
  clientSets: async () => {
    const response = await send({ url: `${userApiUrl}/user_settings/client_sets` })
    // An API of the release before has no sets.
    if (response.status === 404) {
      await response.body?.cancel()
      return []
    }
    return (await readAnswer(response, emailClientSetsBody)).sets
  },
  currentUser: async () => (await read(currentUserAnswer, { url: `${userApiUrl}/users/current` })).user,
})
