import { isLongRun } from '@pas/testing/long-run'
import { unfilteredClient, type Stage } from './open-stage'

/** A little below docs/contract.md §4's limit on a body, JSON's own characters counted in. */
export const almostTooLong = 9 * 1024 * 1024

/** `part`, again and again, `length` characters of it. */
export const filled = (part: string, length: number): string => part.repeat(Math.ceil(length / part.length))

/**
 * With default deadlines: an upload has 15 s for its assets and 5 s more for its style sheets; a preview has the wait.
 */
const uploadTimeoutMs = 21_000
const previewTimeoutMs = 46_000

/** Text, a strict filter and none; then the one with most rules of its own. */
const drawnIn = [...['CHROMEGMAILNEW', 'PLAINTEXT', unfilteredClient], ...(isLongRun ? ['OL2016'] : [])]

/** Clear refusals: what is no email, what is too long, too much at a time of one account, what was not read in time. */
const refusals = [400, 413, 429, 503]

/** Drawn in these email clients, or refused clearly, and every answer inside its deadline. */
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
