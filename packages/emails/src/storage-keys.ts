/** Deleting this prefix erases the email's content. */
export const emailPrefix = (emailGuid: string): string => `emails/${emailGuid}/`

export const frozenEmailKey = (emailGuid: string): string => `${emailPrefix(emailGuid)}email.json`

/** The bytes of a whole message, as they came. */
export const messageKey = (emailGuid: string): string => `${emailPrefix(emailGuid)}message.eml`

export const frozenAssetsKey = (emailGuid: string): string => `${emailPrefix(emailGuid)}assets.json`

export const unfetchedAssetsKey = (emailGuid: string): string => `${emailPrefix(emailGuid)}unfetched.json`

export const failedAssetsKey = (emailGuid: string): string => `${emailPrefix(emailGuid)}failed.json`

export const assetPackKey = (emailGuid: string, pack: number): string =>
  `${emailPrefix(emailGuid)}assets-${pack}`
