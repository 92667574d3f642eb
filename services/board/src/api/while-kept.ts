import { ApiAnswerError } from './api-answer-error'

/** Null for what the API no longer has, because the email's content is erased. */
export const whileKept = <T>(answer: Promise<T>): Promise<T | null> =>
  answer.catch((error: unknown) => {
    if (error instanceof ApiAnswerError && error.status === 404) return null
    throw error
  })

/**
 * `late` when the API has no time now to go through the email's content. For what a page shows beside its main thing,
 * which does not depend on it.
 */
export const unlessLate = <T>(answer: Promise<T>): Promise<T | 'late'> =>
  answer.catch((error: unknown) => {
    if (error instanceof ApiAnswerError && (error.status === 503 || error.status === 504))
      return 'late' as const
    throw error
  })
