export type QueryParameters = ReadonlyMap<string, readonly string[]>

/** Express stops at a thousand parameters, and would miss a repeated one after them. */
export function readQueryParameters(url: string): QueryParameters {
  const start = url.indexOf('?')
  const parameters = new Map<string, string[]>()
  for (const [name, value] of new URLSearchParams(start < 0 ? '' : url.slice(start))) {
    const values = parameters.get(name)
    if (values) values.push(value)
    else parameters.set(name, [value])
  }
  return parameters
}

/**
 * Null when the parameter was left out or has no value, which means the same (RFC 6749 §3.1). Null when it was sent
 * twice, too: then no value can be trusted.
 */
export function parameterOf(parameters: QueryParameters, name: string): string | null {
  const values = parameters.get(name) ?? []
  return values.length === 1 && values[0] ? values[0] : null
}

export const isSentTwice = (parameters: QueryParameters, name: string): boolean =>
  (parameters.get(name)?.length ?? 0) > 1

/** Matches every spelling that Express's route matches. */
export const isAuthorizationRequest = (path: string): boolean => /^\/oauth\/authorize\/?\?/i.test(path)
