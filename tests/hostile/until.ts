const askAgainMs = 100

/**
 * Calls `look` every 100 ms until it holds. Rejects after `patienceMs` with `what`, which completes "waiting until …",
 * and with what `look` saw last.
 */
export async function until(
  what: string,
  look: () => [holds: boolean, seen: unknown] | Promise<[holds: boolean, seen: unknown]>,
  patienceMs = 45_000,
): Promise<void> {
  const end = performance.now() + patienceMs
  for (;;) {
    const [holds, seen] = await look()
    if (holds) return
    if (performance.now() > end)
      throw new Error(
        `timed out after ${patienceMs} ms waiting until ${what}; last seen: ${JSON.stringify(seen)}`,
      )
    await new Promise((resolve) => setTimeout(resolve, askAgainMs))
  }
}
