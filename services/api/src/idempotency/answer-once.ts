import { sha256 } from '@pas/accounts/secrets'
import type { Database, Prisma } from '@pas/db/database'
import type { DatabaseDeps } from '@pas/db/row-deps'
import { ApiError } from '@pas/runtime/errors'

export interface IdempotentRequest {
  accountId: number
  /** Such as `POST /emails`. */
  operation: string
  /** Null: nothing is stored, and a repetition is a new request. */
  key: string | null
  /** Its hash recognises a repetition, so it must not depend on how a release parses. */
  input: object
}

const lifetimeMs = 24 * 60 * 60 * 1000
/** Until then repetitions get 409, also when the answering process has died. */
const leaseMs = 120_000
const retryAfterSeconds = '2'

export type StoreAnswer<Answer> = (transaction: Prisma.TransactionClient, answer: Answer) => Promise<void>

/**
 * `answer` must call `store` in the transaction of its changes; null: nothing is stored. A repetition gets the stored
 * answer; when `answer` rejects nothing is kept. Throws 409 while the request is being answered, and 422 when the key
 * was used for another one.
 */
export async function answerOnce<Answer>(
  { db, clock }: DatabaseDeps,
  { accountId, operation, key, input }: IdempotentRequest,
  answer: (store: StoreAnswer<Answer> | null) => Promise<Answer>,
): Promise<Answer> {
  if (key === null) return answer(null)
  const keyHash = sha256(key)
  const requestHash = sha256(`${operation}\n${JSON.stringify(input)}`)
  const now = clock.now()
  const claimedUntil = new Date(now.getTime() + leaseMs)
  const expiresAt = new Date(now.getTime() + lifetimeMs)
  // One statement: of simultaneous requests one continues, and the others find its row.
  const claimed = await db.$executeRaw`
    INSERT INTO idempotency_keys AS known (account_id, key_hash, request_hash, claimed_until, expires_at)
    VALUES (${accountId}::int, ${keyHash}::bytea, ${requestHash}::bytea, ${claimedUntil}::timestamptz, ${expiresAt}::timestamptz)
    ON CONFLICT (account_id, key_hash) DO UPDATE
      SET request_hash = EXCLUDED.request_hash, claimed_until = EXCLUDED.claimed_until, answer = NULL,
          expires_at = EXCLUDED.expires_at
    WHERE known.expires_at <= ${now}
       OR (known.answer IS NULL AND known.claimed_until <= ${now} AND known.request_hash = EXCLUDED.request_hash)`
  if (claimed === 0) return findAnswer<Answer>(db, { accountId, keyHash, requestHash })
  const ownClaim = { accountId, keyHash, claimedUntil }
  const store: StoreAnswer<Answer> = async (transaction, given) => {
    const { count } = await transaction.idempotencyKey.updateMany({
      where: { ...ownClaim, answer: null },
      data: { answer: JSON.stringify(given) },
    })
    if (count === 0) throw beingAnswered()
  }
  try {
    return await answer(store)
  } catch (error) {
    // Best effort: otherwise the claim expires. Waits for a transaction that is still being committed.
    const stored = await db.idempotencyKey
      .deleteMany({ where: { ...ownClaim, answer: null } })
      .then(({ count }) => (count === 0 ? db.idempotencyKey.findFirst({ where: ownClaim }) : null))
      .catch(() => null)
    if (stored?.answer != null) return JSON.parse(stored.answer) as Answer
    throw error
  }
}

async function findAnswer<Answer>(
  db: Database,
  {
    accountId,
    keyHash,
    requestHash,
  }: { accountId: number; keyHash: Uint8Array<ArrayBuffer>; requestHash: Uint8Array<ArrayBuffer> },
): Promise<Answer> {
  const known = await db.idempotencyKey.findUnique({
    where: { accountId_keyHash: { accountId, keyHash } },
  })
  if (known && !Buffer.from(known.requestHash).equals(requestHash))
    throw new ApiError(
      'idempotency_key_reused',
      'This Idempotency-Key was sent with another request in the last 24 hours; send a new key with a new request.',
    )
  // The first request was refused meanwhile, so its row is gone.
  const answer = known?.answer ?? null
  if (answer === null) throw beingAnswered()
  return JSON.parse(answer) as Answer
}

const beingAnswered = (): ApiError =>
  new ApiError(
    'request_in_progress',
    'A request with this Idempotency-Key is being answered; repeat it shortly.',
    { headers: { 'Retry-After': retryAfterSeconds } },
  )
