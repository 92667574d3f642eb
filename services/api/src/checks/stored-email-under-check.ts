import type { DatabaseDeps } from '@pas/db/row-deps'
import { listKeptAssets } from '@pas/emails/asset-lists'
import type { Storage } from '@pas/storage/storage'
import { getOpenEmail, storedEmail } from '../emulation/open-email'
import type { EmailUnderCheck } from './check-email'

export async function storedEmailUnderCheck(
  deps: DatabaseDeps & { storage: Pick<Storage, 'get' | 'open'> },
  accountId: number,
  emailGuid: string,
): Promise<EmailUnderCheck> {
  const stored = await getOpenEmail(deps, emailGuid, accountId)
  return {
    stored,
    ...storedEmail(deps.storage, emailGuid),
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
