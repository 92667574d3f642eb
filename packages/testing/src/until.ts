type Look = () =>
  boolean | [holds: boolean, seen: unknown] | Promise<boolean | [holds: boolean, seen: unknown]>

const askAgainMs = 20
/** Less than Jest's timeout, so that the error says what was waited for. */
const usualTimeoutMs = 100_000

/**
 * Calls `look` every 20 ms until it holds. Rejects after the timeout with `what`, which completes "waiting until …",
 * and what `look` saw last.
 */
export async function until(look: Look): Promise<void>
export async function until(what: string, look: Look, timeoutMs?: number): Promise<void>
export async function until(
  whatOrLook: string | Look,
  givenLook?: Look,
  timeoutMs = usualTimeoutMs,
): Promise<void> {
  const look = typeof whatOrLook === 'string' ? (givenLook ?? (() => true)) : whatOrLook
  const end = performance.now() + timeoutMs
  for (;;) {
    const answer = await look()
    const [holds, seen] = Array.isArray(answer) ? answer : [answer, answer]
    if (holds) return
    if (performance.now() > end)
      throw new Error(
        `timed out after ${timeoutMs} ms waiting until ${String(whatOrLook)}; last seen: ${JSON.stringify(seen)}`,
      )
    await new Promise((resolve) => setTimeout(resolve, askAgainMs))
  }
}
