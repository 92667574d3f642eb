/** Spec §3.2: a preview and its picture are there for 180 days from its capture, and gone from that very millisecond on. */
export const previewLifetimeMs = 180 * 24 * 60 * 60 * 1000
