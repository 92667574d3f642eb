/**
 * The columns of a preview's state. Each function returns all of them for one state, with the values that the code
 * leaves, so that an update replaces whichever state the row was in.
 */

const noPicture = {
  capturedAt: null,
  width: null,
  height: null,
  truncated: null,
  engineVersion: null,
  pictureSha256: null,
} as const

/** Waiting for its first attempt. */
export const pendingColumns = () =>
  ({ status: 'pending', attempt: 0, ...noPicture, deadlineAt: null, failure: null, failedAt: null }) as const

/** In its first attempt, with the attempt's deadline. */
export const capturingColumns = (deadlineAt: Date) =>
  ({ status: 'capturing', attempt: 1, ...noPicture, deadlineAt, failure: null, failedAt: null }) as const

/** Captured by its first attempt. */
export const capturedColumns = (capturedAt: Date) =>
  ({
    status: 'captured',
    attempt: 1,
    capturedAt,
    width: 640,
    height: 1_200,
    truncated: false,
    engineVersion: '1',
    deadlineAt: null,
    failure: null,
    failedAt: null,
  }) as const

/** Failed after all attempts of its first round. */
export const failedColumns = (failedAt: Date, failure = 'engine_crashed') =>
  ({ status: 'failed', attempt: 3, ...noPicture, deadlineAt: null, failure, failedAt }) as const
