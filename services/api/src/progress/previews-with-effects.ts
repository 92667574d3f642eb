import { isUnfinished } from '@pas/captures/capture-state'
import { listPreviews, type ListedPreview } from '@pas/captures/list-previews'
import type { PictureRow } from '@pas/captures/storage-keys'
import { findEffectCounts } from '@pas/checks/check-rows'
import type { DatabaseDeps } from '@pas/db/row-deps'
import { drawnLike, findEmailClient } from '@pas/email-clients/catalogue'

export interface PreviewWithEffects extends ListedPreview {
  /** Changes of the email client that are seen in this email, and those not measured. Absent until measured. */
  changesSeen?: { measured: number; unknown: number }
}

/** As `listPreviews`. Effects are those of upright previews with images. */
export async function listPreviewsWithEffects(
  deps: DatabaseDeps,
  which: Parameters<typeof listPreviews>[1],
): Promise<(PreviewWithEffects & PictureRow)[]> {
  const previews = await listPreviews(deps, which)
  const emailIds = new Set(previews.map(({ emailId }) => emailId))
  const counts = emailIds.size > 0 ? await findEffectCounts(deps, [...emailIds]) : []
  if (counts.length === 0) return previews
  const known = new Map(counts.map((count) => [`${count.emailId} ${count.emailClient}`, count]))
  return previews.map((preview) => {
    const emailClient = findEmailClient(preview.emailClient)
    if (!emailClient || preview.orientation !== 'vertical' || preview.images !== 'allowed') return preview
    const count = known.get(`${preview.emailId} ${drawnLike(emailClient).code}`)
    if (!count) return preview
    return { ...preview, changesSeen: { measured: count.changesSeen, unknown: count.changesUnknown } }
  })
}

/** Of two that are equal nothing is told again. */
export const toldStateOf = (preview: PreviewWithEffects): string =>
  isUnfinished(preview) ? 'unfinished' : JSON.stringify(preview.changesSeen ?? null)
