/** At that millisecond a preview and its picture are gone. */
export const previewLifetimeMs = 180 * 24 * 60 * 60 * 1000

/** How long after its email's expiry a pending capture may begin. */
export const lateCaptureGraceMs = 10 * 60 * 1000

/** How long after the expiry a running attempt may keep the content, whatever its deadline. */
export const maxContentHoldMs = 60 * 60 * 1000
