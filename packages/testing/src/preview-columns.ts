/** Each state sets all columns, so that an update replaces whichever state the row was in. */

const noPicture = {
  capturedAt: null,
  width: null,
  height: null,
  truncated: null,
  drawnBy: null,
  pictureSha256: null,
} as const

export const pendingColumns = () =>
  ({ status: 'pending', attempt: 0, ...noPicture, deadlineAt: null, failure: null, failedAt: null }) as const

export const capturingColumns = (deadlineAt: Date) =>
  ({ status: 'capturing', attempt: 1, ...noPicture, deadlineAt, failure: null, failedAt: null }) as const

export const capturedColumns = (capturedAt: Date) =>
  ({
    status: 'captured',
    attempt: 1,
    capturedAt,
    width: 640,
    height: 1_200,
    truncated: false,
    drawnBy: '1',
    deadlineAt: null,
    failure: null,
    failedAt: null,
  }) as const

/** All attempts of its first round have failed. */
export const failedColumns = (failedAt: Date, failure = 'engine_crashed') =>
  ({ status: 'failed', attempt: 3, ...noPicture, deadlineAt: null, failure, failedAt }) as const
