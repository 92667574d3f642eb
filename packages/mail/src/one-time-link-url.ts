/** Page at which a one-time link leads to a new password. */
export const choosePasswordPath = '/password/choose'

/** `authUrl` has no trailing slash. */
export const oneTimeLinkUrl = (authUrl: string, token: string): string =>
  `${authUrl}${choosePasswordPath}?link=${token}`

export const lostPasswordPath = '/password/lost'
