import { sha256 } from '@pas/accounts/secrets'
import type { Database } from '@pas/db/database'
import type { DatabaseDeps, DbDeps } from '@pas/db/row-deps'
import { ApiError, invalidField } from '@pas/runtime/errors'
import type { Request } from 'express'

export interface IdempotentRequest {
  accountId: number
  /** What is asked for, such as `POST /emails`. The same key for another operation is another request. */
  operation: string
  /** The caller's `Idempotency-Key`; null: nothing is stored, and a repetition is a new request. */
  key: string | null
  /**
   * The parsed request, by whose hash a repetition is recognised. It holds nothing that another release may parse
   * differently; unknown members are left out.
   */
  input: object
}

/** docs/contract.md §4.4: the same key gives the same answer for 24 hours. */
const lifetimeMs = 24 * 60 * 60 * 1000
/** Lease of the process that answers a request. When that process dies, repetitions get 409 until it ends. */
const leaseMs = 120_000
/** `Retry-After` of a request that is being answered. */
const retryAfterSeconds = '2'

/** This request's right to give the answer. */
export interface AnswerClaim {
  accountId: number
  keyHash: Uint8Array<ArrayBuffer>
  claimedUntil: Date
}

/**
 * Stores the answer in the transaction that makes what it tells of, so that there is both or neither. Throws 409, which
 * undoes the transaction, when another process has taken the request over.
 */
export async function keepAnswer({ db }: DbDeps, claim: AnswerClaim, answer: object): Promise<void> {
  const { count } = await db.idempotencyKey.updateMany({
    where: { ...claim, answer: null },
    data: { answer: JSON.stringify(answer) },
  })
  if (count === 0) throw beingAnswered()
}

/**
 * Calls `answer` and resolves to what it resolves to. `answer` must call `keepAnswer` with its claim, unless that is null. For a
 * repetition of the account's request with this key, resolves to the stored answer, whichever process gave it. A request
 * whose `answer` rejects leaves no trace, so that it may be repeated, unless the answer was stored all the same, because
 * the database went away while it committed: then resolves to that. Throws 409 while the same request is being answered,
 * and 422 when the key was used for another one.
 */
export async function answerOnce<Answer>(
  { db, clock }: DatabaseDeps,
  { accountId, operation, key, input }: IdempotentRequest,
  answer: (claim: AnswerClaim | null) => Promise<Answer>,
): Promise<Answer> {
  if (key === null) return answer(null)
  const keyHash = sha256(key)
  const requestHash = sha256(`${operation}\n${JSON.stringify(input)}`)
  const now = clock.now()
  const claimedUntil = new Date(now.getTime() + leaseMs)
  const expiresAt = new Date(now.getTime() + lifetimeMs)
  // One statement, so that of requests at the same moment one goes on and the others find its row.
  const claimed = await db.$executeRaw`
    INSERT INTO idempotency_keys AS known (account_id, key_hash, request_hash, claimed_until, expires_at)
    VALUES (${accountId}::int, ${keyHash}::bytea, ${requestHash}::bytea, ${claimedUntil}::timestamptz, ${expiresAt}::timestamptz)
    ON CONFLICT (account_id, key_hash) DO UPDATE
      SET request_hash = EXCLUDED.request_hash, claimed_until = EXCLUDED.claimed_until, answer = NULL,
          expires_at = EXCLUDED.expires_at
    WHERE known.expires_at <= ${now}
       OR (known.answer IS NULL AND known.claimed_until <= ${now} AND known.request_hash = EXCLUDED.request_hash)`
  if (claimed === 0) return findAnswer<Answer>(db, { accountId, keyHash, requestHash })
  const claim = { accountId, keyHash, claimedUntil }
  try {
    return await answer(claim)
  } catch (error) {
    // Best effort: otherwise the claim ends by itself. Waits for a transaction that is still being committed.
    const stored = await db.idempotencyKey
      .deleteMany({ where: { ...claim, answer: null } })
      .then(({ count }) => (count === 0 ? db.idempotencyKey.findFirst({ where: claim }) : null))
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
  // The row is gone when the first request was refused meanwhile.
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

/** A structured field's String (RFC 9651 §3.3.3), as the draft has it; without quotation marks also a plain text. */
const quoted = /^"((?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\]){1,255})"$/
const plain = /^[\x21\x23-\x2b\x2d-\x7e]{1,255}$/

/**
 * The request's `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header); null without one. Throws a 400 when it is
 * not valid or was sent twice.
 */
export function readIdempotencyKey(req: Request): string | null {
  const sent = req.get('Idempotency-Key')
  if (sent === undefined) return null
  const key = quoted.exec(sent)?.[1]?.replace(/\\(.)/g, '$1') ?? (plain.test(sent) ? sent : null)
  if (key !== null) return key
  const message = 'must be one text of 1 to 255 printable characters, such as a UUID, in quotation marks'
  throw invalidField(`Idempotency-Key: ${message}.`, { field: 'Idempotency-Key', message })
}
