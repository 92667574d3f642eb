const askAgainMs = 100

/** Asks again until it holds; rejects with `what` and the last thing seen when it does not come to hold. */
export async function until(
  what: string,
  look: () => [holds: boolean, seen: unknown] | Promise<[holds: boolean, seen: unknown]>,
  patienceMs = 45_000,
): Promise<void> {
  const end = performance.now() + patienceMs
  for (;;) {
    const [holds, seen] = await look()
    if (holds) return
    if (performance.now() > end) throw new Error(`Not so: ${what}. Seen: ${JSON.stringify(seen)}`)
    await new Promise((resolve) => setTimeout(resolve, askAgainMs))
  }
}
