import { ApiAnswerError } from './api-answer-error'

/**
 * For a call that needs an email's content: resolves to null when the API answers 404, because the content is erased.
 * An email that does not exist is a 404, too, so call `getEmail` as well: it throws then.
 */
export const whileKept = <T>(answer: Promise<T>): Promise<T | null> =>
  answer.catch((error: unknown) => {
    if (error instanceof ApiAnswerError && error.status === 404) return null
    throw error
  })

/**
 * For a call that has the API go through an email's content: resolves to `late` when the API answers 503 or 504,
 * because it had no time for that. The page is then shown without this part, and says so.
 */
export const unlessLate = <T>(answer: Promise<T>): Promise<T | 'late'> =>
  answer.catch((error: unknown) => {
    if (error instanceof ApiAnswerError && (error.status === 503 || error.status === 504))
      return 'late' as const
    throw error
  })
