/** A preview and its picture are there for 180 days from its capture, and gone from that very millisecond on. */
export const previewLifetimeMs = 180 * 24 * 60 * 60 * 1000

/** How long after its email takes no new captures a pending capture may still begin, and so keep the email's content. */
export const lateCaptureGraceMs = 10 * 60 * 1000

/** After its email takes no new captures an attempt keeps the content until its deadline, which a worker writes, but never for longer. */
export const maxContentHoldMs = 60 * 60 * 1000
