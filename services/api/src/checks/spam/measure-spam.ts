import type { Measured, MeasuredSpam } from '@pas/email-checks/measurements'
import { frozenEmail, readStored } from '@pas/emails/frozen-email'
import { createFairQueue } from '@pas/runtime/fair-queue'
import type { HostAndPort } from '@pas/settings/value-schemas'
import { askSpamd } from './ask-spamd'
import { SpamdError } from './parse-spamd-answer'
import { spamMessageOf } from './spam-message'

/** Each message occupies one process of spamd, of which Debian's starts five at most. */
const limits = { maxConcurrent: 4, maxPerAccount: 2 }
const messages = createFairQueue(limits)

/** Includes waiting; a newsletter takes a tenth of a second. */
const timeoutMs = 10_000

/** Mail servers give SpamAssassin no more: spamc's default of `--max-size`. */
const maxMessageBytes = 512_000
/** A longer `email.json` is not parsed: JSON writes at most six bytes for one. */
const maxStoredBytes = 6 * maxMessageBytes

/**
 * Null if no spamd is configured; `failed` if it does not answer. Rejects with the signal's reason, or a
 * `DamagedObjectError`.
 */
export async function measureSpam(
  { spamd }: { spamd: HostAndPort | null },
  accountId: number,
  body: Uint8Array,
  signal: AbortSignal,
): Promise<Measured<MeasuredSpam> | null> {
  if (spamd === null) return null
  const message = body.length > maxStoredBytes ? null : spamMessageOf(readStored(frozenEmail, body))
  if (message === null || message.length > maxMessageBytes)
    return withoutResult('not_applicable', 'Mail servers give SpamAssassin no message of more than 500 KB.')
  const timeout = AbortSignal.timeout(timeoutMs)
  const ended = AbortSignal.any([signal, timeout])
  try {
    const ask = (): Promise<MeasuredSpam> => askSpamd(spamd, message, ended)
    const result = await messages.open(accountId, limits.maxPerAccount).run(ask, ended)
    return { status: 'done', description: null, result }
  } catch (error) {
    signal.throwIfAborted()
    if (timeout.aborted) return withoutResult('failed', 'SpamAssassin did not answer in time.')
    if (error instanceof SpamdError)
      return withoutResult('failed', `SpamAssassin could not be asked: ${error.message}.`)
    throw error
  }
}

const withoutResult = (status: 'failed' | 'not_applicable', description: string): Measured<MeasuredSpam> => ({
  status,
  description,
  result: null,
})
