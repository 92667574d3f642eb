/** What one look found. */
export interface Finding {
  status: 'ok' | 'failed' | 'skipped'
  /** What was found; of a failure also what to do. */
  detail: string
  /** Of the program that was looked at. */
  version?: string
}

export interface Check extends Finding {
  name: string
}

/** Longer than any healthy store takes, and than the pool's own time-out. */
const timeLimitMs = 10_000

/** Looks at one thing. Whatever goes wrong, and taking too long, is a failure with `advice` behind it; never rejects. */
export async function check(name: string, advice: string, look: () => Promise<Finding>): Promise<Check> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<Finding>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`no answer within ${timeLimitMs / 1_000} s`))
    }, timeLimitMs)
  })
  try {
    return { name, ...(await Promise.race([look(), tooLate])) }
  } catch (error) {
    return { name, status: 'failed', detail: `${reasonOf(error)}: ${advice}` }
  } finally {
    clearTimeout(timer)
  }
}

/** The innermost cause says most; of a message of several lines, the last. */
function reasonOf(error: unknown): string {
  let innermost = error
  while (innermost instanceof Error && innermost.cause instanceof Error) innermost = innermost.cause
  if (!(innermost instanceof Error)) return String(innermost)
  const line = innermost.message.trim().split('\n').at(-1) ?? ''
  if (line !== '') return line.trim()
  // Node's AggregateError of several addresses tried has a code and no message.
  return (innermost as NodeJS.ErrnoException).code ?? innermost.name
}
