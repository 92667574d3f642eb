import { listKeptAssets } from '@pas/emails/asset-lists'
import { storedEmail, type ListChangesDeps } from '../changes/list-changes'
import { getOpenEmail } from '../previews/open-email'
import type { EmailUnderCheck } from './check-email'

export async function storedEmailUnderCheck(
  deps: Pick<ListChangesDeps, 'db' | 'clock' | 'storage'>,
  accountId: number,
  emailGuid: string,
): Promise<EmailUnderCheck> {
  const stored = await getOpenEmail(deps, emailGuid, accountId)
  return {
    stored,
    ...storedEmail(deps, emailGuid),
    assets: async () =>
      (await listKeptAssets(deps.storage, emailGuid)).map(
        ({ url, contentType, length, width = null, height = null }) => ({
          url,
          contentType,
          bytes: length,
          width,
          height,
        }),
      ),
  }
}
