/** What several commands look up, imported when a command runs. */
const lazily =
  <Args extends unknown[], Result>(load: () => Promise<(...args: Args) => Promise<Result>>) =>
  async (...args: Args): Promise<Result> =>
    (await load())(...args)

export const getAccount = lazily(async () => (await import('@pas/accounts/get-account')).getAccount)
export const getUser = lazily(async () => (await import('@pas/accounts/get-user')).getUser)
export const getApplication = lazily(
  async () => (await import('@pas/accounts/get-oauth-application')).getOauthApplication,
)
export const countEmails = lazily(async () => (await import('@pas/emails/find-emails')).countEmails)
export const countLiveShares = lazily(async () => (await import('@pas/shares/end-shares')).countLiveShares)
