import { errorTexts } from '@pas/pages/error-texts'
import { PageError } from '@pas/pages/page-error'
import type { Request } from 'express'
import type { WantedConfiguration } from '../api/create-api-reader'

/** A preview of an email: the email client's code, and its options. */
export type PreviewAddress = Required<WantedConfiguration>

/** What to read a preview's options of, and to write them in, when they are the default. */
const defaultOptions = { orientation: 'vertical', images: 'allowed' } as const

/** The preview of the name that `previewKey` gives; null for any other text. */
export function parsePreviewKey(key: string): PreviewAddress | null {
  const [, client, horizontal, blocked] = /^([A-Z0-9]{1,64})(\.horizontal)?(\.blocked)?$/.exec(key) ?? []
  if (client === undefined) return null
  return {
    client,
    orientation: horizontal === undefined ? 'vertical' : 'horizontal',
    images: blocked === undefined ? 'allowed' : 'blocked',
  }
}

/** The path of an email's grid. */
export const emailPath = (guid: string): string => `/emails/${guid}`

/**
 * The path of the page of one picture. `grid` is the query of the grid that it was opened from, so that its neighbours
 * and the way back are those of that grid.
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

/** The path of the comparison of these pictures: keys of this email's, or `guid:key` of another's. */
export function comparePath(guid: string, panes: readonly string[], mode?: string): string {
  const query = new URLSearchParams(panes.map((pane): [string, string] => ['with', pane]))
  if (mode !== undefined) query.set('mode', mode)
  return withQuery(`${emailPath(guid)}/compare`, query)
}

/** A path with its query, if there is any. */
export function withQuery(path: string, query: URLSearchParams): string {
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * A part of the request's path, such as the guid of its email. Throws `not_found` for a guid that cannot be one, and for
 * a dot segment, which in the path of a call of the API would mean another path (RFC 3986 §5.2.4), and which no encoding
 * hides.
 */
export function pathPart(req: Request, name: string): string {
  const part = String(req.params[name])
  if (name === 'guid' ? !uuid.test(part) : part === '.' || part === '..')
    throw new PageError('not_found', (language) => errorTexts[language].byCode.not_found.text)
  return part
}
