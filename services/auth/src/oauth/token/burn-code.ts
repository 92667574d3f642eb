import { sha256 } from '@pas/accounts/secrets'
import type { Database } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'

/** Makes a code worthless that issued nothing. */
export async function burnCode(
  { db, clock }: { db: Database; clock: Clock },
  sentCode: string,
): Promise<void> {
  await db.authorizationCode.updateMany({
    where: { codeHash: sha256(sentCode), usedAt: null },
    data: { usedAt: clock.now() },
  })
}
