/** A preview and its picture exist for 180 days from the capture; at that millisecond they are gone. */
export const previewLifetimeMs = 180 * 24 * 60 * 60 * 1000

/** How long after its email's expiry a pending capture may begin. Until then the content is not erased. */
export const lateCaptureGraceMs = 10 * 60 * 1000

/** How long after the email's expiry a running attempt may keep the content, whatever its deadline says. */
export const maxContentHoldMs = 60 * 60 * 1000
