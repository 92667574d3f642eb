import type { PreviewAddress } from '../email/email-paths'
import { previewKey } from '../email/shown-preview'
import { withQuery } from '../with-query'

export const pathOf = (token: string): string => `/s/${encodeURIComponent(token)}`

export const sourcePathOf = (token: string, place: { page?: number; line?: number } = {}): string =>
  withQuery(pathOf(token), { view: 'source', ...place })

export const checksPathOf = (token: string): string => withQuery(pathOf(token), { view: 'checks' })

export const picturePathOf = (token: string, preview: PreviewAddress): string =>
  withQuery(pathOf(token), { preview: previewKey(preview) })
