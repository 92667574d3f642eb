import { sha256 } from '@pas/accounts/secrets'
import type { Database } from '@pas/db/database'
import type { DatabaseDeps, DbDeps } from '@pas/db/row-deps'
import { ApiError, invalidField } from '@pas/runtime/errors'
import type { Request } from 'express'

export interface IdempotentRequest {
  accountId: number
  /** Such as `POST /emails`. */
  operation: string
  /** Null: nothing is stored, and a repetition is a new request. */
  key: string | null
  /** How long a repetition gets the answer; 24 hours when left out. */
  lifetimeMs?: number
  leaseMs?: number
  /** Its hash recognises a repetition, so it must not depend on how a release parses. */
  input: object
}

/** Repetitions get 409 until a claim ends, even if the process that answers has died. */
const usualLeaseMs = 120_000
const retryAfterSeconds = '2'

/** The right of one request to give the answer. */
export interface AnswerClaim {
  accountId: number
  keyHash: Uint8Array<ArrayBuffer>
  claimedUntil: Date
}

/**
 * `answer` must call `keepAnswer` in the transaction of its changes, unless its claim is null. Throws 409 while the
 * request is being answered, and 422 when its key was used for another.
 */
export async function answerOnce<Answer>(
  { db, clock }: DatabaseDeps,
  {
    accountId,
    operation,
    key,
    input,
    lifetimeMs = 24 * 60 * 60 * 1000,
    leaseMs = usualLeaseMs,
  }: IdempotentRequest,
  answer: (claim: AnswerClaim | null) => Promise<Answer>,
): Promise<Answer> {
  if (key === null) return answer(null)
  const keyHash = sha256(key)
  const requestHash = sha256(`${operation}\n${JSON.stringify(input)}`)
  const now = clock.now()
  const claimedUntil = new Date(now.getTime() + leaseMs)
  const expiresAt = new Date(now.getTime() + lifetimeMs)
  // One statement, so that only one of simultaneous requests continues; the others find its row.
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
    // Frees the key, best effort: the claim also expires. The statement waits for a commit that is under way; an answer
    // that it stored is the request's answer, whatever the error.
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
  // Without a row, the first request was refused meanwhile; without an answer, it is still under way.
  const answer = known?.answer ?? null
  if (answer === null) throw beingAnswered()
  return JSON.parse(answer) as Answer
}

/** Throws 409, which undoes the transaction, when another process has taken the request over. */
export async function keepAnswer({ db }: DbDeps, claim: AnswerClaim, answer: object): Promise<void> {
  const { count } = await db.idempotencyKey.updateMany({
    where: { ...claim, answer: null },
    data: { answer: JSON.stringify(answer) },
  })
  if (count === 0) throw beingAnswered()
}

const beingAnswered = (): ApiError =>
  new ApiError(
    'request_in_progress',
    'A request with this Idempotency-Key is being answered; repeat it shortly.',
    { headers: { 'Retry-After': retryAfterSeconds } },
  )

/** A structured field's String (RFC 9651 §3.3.3), or plain text without quotation marks. */
const quoted = /^"((?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\]){1,255})"$/
const plain = /^[\x21\x23-\x2b\x2d-\x7e]{1,255}$/

/** draft-ietf-httpapi-idempotency-key-header. Throws a 400 when it is not valid or was sent twice. */
export function readIdempotencyKey(req: Request): string | null {
  const sent = req.get('Idempotency-Key')
  if (sent === undefined) return null
  const key = quoted.exec(sent)?.[1]?.replace(/\\(.)/g, '$1') ?? (plain.test(sent) ? sent : null)
  if (key !== null) return key
  const message = 'must be one text of 1 to 255 printable characters, such as a UUID, in quotation marks'
  throw invalidField(`Idempotency-Key: ${message}.`, { field: 'Idempotency-Key', message })
}
