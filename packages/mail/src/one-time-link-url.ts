/** The path of the page at which a user chooses a password with a one-time link. */
export const choosePasswordPath = '/password/choose'

/** The URL of a one-time link. `authUrl` is the auth service's, without a trailing slash. */
export const oneTimeLinkUrl = (authUrl: string, token: string): string =>
  `${authUrl}${choosePasswordPath}?link=${token}`

/** The path of the page that mails a link to a new password. */
export const lostPasswordPath = '/password/lost'
