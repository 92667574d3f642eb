export interface OfChecks {
  only?: readonly string[]
  /** Codes. Left out: those that the user of the access token chose, or the popular ones. */
  clients?: readonly string[]
}

export interface OfPreviews {
  clients?: readonly string[]
  /** Another email of the account, such as the version before: each entry then has a `comparison`. */
  base?: string
}

export interface OfMail {
  inbox?: string
  to?: string
  /** The guid of the last email that was seen. */
  after?: string
  reference?: string
  limit?: number
}

export const emailPath = (guid: string): string => `/emails/${encodeURIComponent(guid)}`

export const previewsPath = (guid: string, { clients, base }: OfPreviews): string =>
  `${emailPath(guid)}/previews${query({ client: clients, base })}`

export const checksPath = (guid: string, { only, clients }: OfChecks, base?: string): string =>
  `${emailPath(guid)}/checks${query({ only, client: clients, base })}`

export function query(of: Record<string, string | number | readonly string[] | undefined>): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(of))
    for (const one of [value ?? []].flat()) parameters.append(name, String(one))
  return parameters.size === 0 ? '' : `?${parameters.toString()}`
}
