import { errorTexts } from '@pas/pages/error-texts'
import type { Texts } from '@pas/pages/languages'
import { PageError } from '@pas/pages/page-error'
import type { Request } from 'express'
import type { WantedConfiguration } from '../api/preview-calls'
import { withQuery } from '../with-query'

export type PreviewAddress = Required<WantedConfiguration>

/** Null for a text that `previewKey` does not make. */
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

export const editPath = (guid: string): string => `${emailPath(guid)}/edit`

export const messagePath = (guid: string): string => `${emailPath(guid)}/message`

export const inboxPath = (inbox: string): string => withQuery('/inboxes', { inbox })

export const assetsPath = (guid: string): string => `${emailPath(guid)}/assets`

/** `grid` is the query of the grid from which the page is opened, and which its links to other pictures follow. */
export function previewPath(
  guid: string,
  { client, orientation, images }: PreviewAddress,
  grid = '',
  extraQuery: Record<string, string> = {},
): string {
  return withQuery(`${emailPath(guid)}/previews/${client}`, {
    orientation: orientation === 'vertical' ? undefined : orientation,
    images: images === 'allowed' ? undefined : images,
    grid: grid === '' ? undefined : grid,
    ...extraQuery,
  })
}

/** Answers only once the preview is captured, with a redirect to the picture. `asked`: how often it has asked before. */
export const waitingPath = (
  guid: string,
  { client, orientation, images }: PreviewAddress,
  asked?: number,
): string => withQuery(`${emailPath(guid)}/previews/${client}/full`, { orientation, images, asked })

/** `panes` are keys of this email's pictures, or `guid:key` of another email's. */
export const comparePath = (guid: string, panes: readonly string[], mode?: string): string =>
  withQuery(`${emailPath(guid)}/compare`, { with: panes, mode })

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * Throws `not_found` for a guid that is no UUID, and for `.` or `..`, which `encodeURIComponent` leaves and which would
 * lead to another path of the API (RFC 3986 §5.2.4).
 */
export function pathPart(req: Request, name: string): string {
  const part = String(req.params[name])
  const isValid = name === 'guid' ? uuid.test(part) : part !== '.' && part !== '..'
  if (!isValid) throw new PageError('not_found', (language) => errorTexts[language].byCode.not_found.text)
  return part
}

const notOfferedTexts = {
  en: 'There is no picture of this name. Go back to the email and choose one there.',
  de: 'Ein Bild dieses Namens gibt es nicht. Gehen Sie zur E-Mail zurück und wählen Sie dort eines.',
  fr: 'Il n’y a pas d’image de ce nom. Revenez à l’e-mail et choisissez-en une.',
} satisfies Texts<string>

export const notOffered = (): PageError =>
  new PageError('invalid_request', (language) => notOfferedTexts[language])
