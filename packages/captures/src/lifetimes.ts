/** A preview and its picture exist for 180 days from the capture; at that millisecond they are gone. */
export const previewLifetimeMs = 180 * 24 * 60 * 60 * 1000

/**
 * How long a pending capture may still begin after its email's expiry. Until then it keeps the email's content from
 * being erased.
 */
export const lateCaptureGraceMs = 10 * 60 * 1000

/**
 * How long a running attempt may keep its email's content after the email's expiry, even if its deadline, which a
 * worker writes, is later.
 */
export const maxContentHoldMs = 60 * 60 * 1000
