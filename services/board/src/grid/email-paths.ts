import { errorTexts } from '@pas/pages/error-texts'
import { PageError } from '@pas/pages/page-error'
import type { Request } from 'express'
import type { WantedConfiguration } from '../api/preview-calls'

/** A preview of an email: the email client's code, and its options. */
export type PreviewAddress = Required<WantedConfiguration>

/** The values of a preview's options that its path leaves out. */
const defaultOptions = { orientation: 'vertical', images: 'allowed' } as const

/** Reads a name that `previewKey` has made, such as `IPADA16.horizontal.blocked`; null for any other text. */
export function parsePreviewKey(key: string): PreviewAddress | null {
  const [, client, horizontal, blocked] = /^([A-Z0-9]{1,64})(\.horizontal)?(\.blocked)?$/.exec(key) ?? []
  if (client === undefined) return null
  return {
    client,
    orientation: horizontal === undefined ? 'vertical' : 'horizontal',
    images: blocked === undefined ? 'allowed' : 'blocked',
  }
}

export const emailPath = (guid: string): string => `/emails/${guid}`

export const addClientsPath = (guid: string): string => `${emailPath(guid)}/clients`

/** The path of the page on which an email is named or deleted. */
export const editPath = (guid: string): string => `${emailPath(guid)}/edit`

/** The path of the page of an email's images, style sheets and fonts. */
export const assetsPath = (guid: string): string => `${emailPath(guid)}/assets`

/**
 * The path of the page of one picture. `grid` is the query of the grid that it is opened from: the page's links to the
 * next picture, the previous one and all pictures follow that grid. `more` is what else the query has.
 */
export function previewPath(
  guid: string,
  preview: PreviewAddress,
  grid = '',
  more: Record<string, string> = {},
): string {
  const query = new URLSearchParams()
  if (preview.orientation !== defaultOptions.orientation) query.set('orientation', preview.orientation)
  if (preview.images !== defaultOptions.images) query.set('images', preview.images)
  if (grid !== '') query.set('grid', grid)
  for (const [name, value] of Object.entries(more)) query.set(name, value)
  return withQuery(`${emailPath(guid)}/previews/${preview.client}`, query)
}

/** The path of the page that compares these pictures: keys of this email's, or `guid:key` of another's. */
export function comparePath(guid: string, panes: readonly string[], mode?: string): string {
  const query = new URLSearchParams(panes.map((pane): [string, string] => ['with', pane]))
  if (mode !== undefined) query.set('mode', mode)
  return withQuery(`${emailPath(guid)}/compare`, query)
}

export function withQuery(path: string, query: URLSearchParams): string {
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * A parameter of the request's path, such as `guid`. Throws `not_found` for a guid that is no UUID, and for `.` or
 * `..`: in the URL of a call of the API these would lead to another path (RFC 3986 §5.2.4), and `encodeURIComponent`
 * leaves them as they are.
 */
export function pathPart(req: Request, name: string): string {
  const part = String(req.params[name])
  if (name === 'guid' ? !uuid.test(part) : part === '.' || part === '..')
    throw new PageError('not_found', (language) => errorTexts[language].byCode.not_found.text)
  return part
}
