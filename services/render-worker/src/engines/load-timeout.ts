/** A load that hangs (frozen assets come from memory, so hardly ever) is drawn as far as it came. */
export const loadTimeoutMs = 5_000
