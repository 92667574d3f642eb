import { ApiAnswerError } from './api-answer-error'

/**
 * Null when the API answers 404, because the content is erased. An unknown email is a 404, too: call `getEmail` beside
 * it.
 */
export const whileKept = <T>(answer: Promise<T>): Promise<T | null> =>
  answer.catch((error: unknown) => {
    if (error instanceof ApiAnswerError && error.status === 404) return null
    throw error
  })

/** `late` when the API answers 503 or 504, because it had no time: the page is shown without this part. */
export const unlessLate = <T>(answer: Promise<T>): Promise<T | 'late'> =>
  answer.catch((error: unknown) => {
    if (error instanceof ApiAnswerError && (error.status === 503 || error.status === 504))
      return 'late' as const
    throw error
  })
