import { ApiAnswerError } from './api-answer-error'

/**
 * Null when the API answers 404, because the content is erased. An unknown email is a 404, too: also call `getEmail`,
 * whose 404 is thrown.
 */
export const whileKept = <T>(answer: Promise<T>): Promise<T | null> =>
  answer.catch((error: unknown) => {
    if (error instanceof ApiAnswerError && error.status === 404) return null
    throw error
  })

const lateWhen =
  (statuses: readonly number[]) =>
  <T>(answer: Promise<T>): Promise<T | 'late'> =>
    answer.catch((error: unknown) => {
      if (error instanceof ApiAnswerError && statuses.includes(error.status)) return 'late' as const
      throw error
    })

/** `late` when the API had no time and answers 503 or 504: the page can be shown without this part. */
export const unlessLate = lateWhen([503, 504])

/** `late` also beyond a limit (429): for what the user has not asked for. */
export const unlessBusy = lateWhen([429, 503, 504])

/** Null when the API has no answer now: erased, no time, or more requests than the user may make. */
export const ifAnswered = <T>(answer: Promise<T>): Promise<T | null> =>
  answer.catch((error: unknown) => {
    if (error instanceof ApiAnswerError && [404, 429, 503, 504].includes(error.status)) return null
    throw error
  })
