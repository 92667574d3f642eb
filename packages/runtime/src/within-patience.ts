/** Limits are open while Redis is away or late (contract §4), so nothing waits for it longer. */
const limitsPatienceMs = 250

/** The answer, or null when it is late or fails; Redis's own errors are logged where it is connected. Never rejects. */
export async function withinPatience<Answer>(
  answer: Promise<Answer>,
  patienceMs = limitsPatienceMs,
): Promise<Answer | null> {
  let timer: NodeJS.Timeout | undefined
  const impatience = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, patienceMs, null)
  })
  try {
    return await Promise.race([answer.catch(() => null), impatience])
  } finally {
    clearTimeout(timer)
  }
}
