/** All of an email's objects are below this prefix; deleting the prefix erases the email's content. */
export const emailPrefix = (emailGuid: string): string => `emails/${emailGuid}/`

/** The content, a `frozenEmail`. */
export const frozenEmailKey = (emailGuid: string): string => `${emailPrefix(emailGuid)}email.json`

/** The list of fetched assets, `frozenAssets`. */
export const frozenAssetsKey = (emailGuid: string): string => `${emailPrefix(emailGuid)}assets.json`

/** The list of assets still to be fetched, `unfetchedAssets`. */
export const unfetchedAssetsKey = (emailGuid: string): string => `${emailPrefix(emailGuid)}unfetched.json`

/** The list of assets that could not be fetched, `failedAssets`. */
export const failedAssetsKey = (emailGuid: string): string => `${emailPrefix(emailGuid)}failed.json`

/** The results of all checks of an email are below this prefix. */
export const checksPrefix = (emailGuid: string): string => `${emailPrefix(emailGuid)}checks/`

/**
 * The result of one check is below this prefix; of an email client if it depends on one. A worker may write those of
 * `contrast`, and nothing else of an email.
 */
export const checkPrefix = (emailGuid: string, name: string, emailClient: string): string =>
  `${checksPrefix(emailGuid)}${name}${emailClient && `-${emailClient}`}/`

/** The result itself. */
export const checkResultKey = (emailGuid: string, name: string, emailClient: string): string =>
  `${checkPrefix(emailGuid, name, emailClient)}result.json`

/** A pack: one object with the bytes of several of the email's assets. `pack` is its number. */
export const assetPackKey = (emailGuid: string, pack: number): string =>
  `${emailPrefix(emailGuid)}assets-${pack}`
