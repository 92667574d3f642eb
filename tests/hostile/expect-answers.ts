import { isLongRun } from '@pas/testing/long-run'
import { unfilteredClient, type Stage } from './open-stage'

/** In bytes: a text of this length makes a JSON body a little below the limit of docs/contract.md §4.16. */
export const almostTooLong = 9 * 1024 * 1024

/** `part` repeated until it has at least `length` characters. */
export const filled = (part: string, length: number): string => part.repeat(Math.ceil(length / part.length))

/**
 * By default an upload has 15 s for its assets and 5 s more for its style sheets, and a preview waits up to
 * LONG_POLL_TIMEOUT_MS, 45 s. Each has a second more here.
 */
const uploadTimeoutMs = 21_000
const previewTimeoutMs = 46_000

/**
 * A client with a strict filter, one of text, one with almost no filter, and in the long run the one with most rules.
 */
const drawnIn = [...['CHROMEGMAILNEW', 'PLAINTEXT', unfilteredClient], ...(isLongRun ? ['OL2016'] : [])]

/** Clear refusals: 400 no email, 413 too long, 429 too much of one account at a time, 503 not read in time. */
const refusals = [400, 413, 429, 503]

/**
 * Posts an email, and expects that it is refused clearly, or that each client's preview is answered inside its
 * deadline.
 */
export async function expectAnswers(
  stage: Stage,
  content: Record<string, unknown>,
  emailClients: readonly string[] = drawnIn,
): Promise<void> {
  const { status, guid, ms } = await stage.post(content)
  expect([200, ...refusals]).toContain(status)
  expect(ms).toBeLessThan(uploadTimeoutMs)
  if (status !== 200) return
  for (const emailClient of emailClients) {
    const drawn = await stage.draw(guid, emailClient)
    expect([301, 500, 504]).toContain(drawn.status)
    expect(drawn.ms).toBeLessThan(previewTimeoutMs)
  }
}
