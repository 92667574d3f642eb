import { setAnswerTimeout, type AnswerTimeout } from './set-answer-timeout'

/** Settles like `work`, or after `timeoutMs` (as `setAnswerTimeout`) with what `late` returns or throws. */
export async function withinTimeout<Result, Late>(
  work: Promise<Result>,
  timeoutMs: number,
  late: () => Late,
): Promise<Result | Late> {
  let timeout: AnswerTimeout | undefined
  const isLate = new Promise<typeof lateMark>((resolve) => {
    timeout = setAnswerTimeout(() => resolve(lateMark), timeoutMs)
  })
  try {
    const outcome = await Promise.race([work, isLate])
    return outcome === lateMark ? late() : outcome
  } finally {
    timeout?.clear()
  }
}

const lateMark = Symbol('late')
