/**
 * How long a document may load before it is drawn as it is then. Hardly ever reached, as frozen assets come from
 * memory.
 */
export const loadTimeoutMs = 5_000
