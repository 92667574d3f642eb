/** A preview and its picture end at exactly this time after the capture. */
export const previewLifetimeMs = 180 * 24 * 60 * 60 * 1000

/** How long after its email's expiry a pending capture may begin. */
export const lateCaptureGraceMs = 10 * 60 * 1000

/** How long after the expiry a running attempt may keep the content, whatever its deadline. */
export const maxContentHoldMs = 60 * 60 * 1000
