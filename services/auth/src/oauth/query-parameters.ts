/** Every value of every parameter of a query, as sent. */
export type QueryParameters = ReadonlyMap<string, readonly string[]>

/** Reads a URL's query itself: Express stops at a thousand parameters, and a repetition behind them would go unseen. */
export function queryParameters(url: string): QueryParameters {
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
 * A parameter's value, or null when it was left out. RFC 6749 §3.1: sent without a value is left out; sent twice, it has none that
 * could be trusted.
 */
export function parameterOf(parameters: QueryParameters, name: string): string | null {
  const values = parameters.get(name) ?? []
  return values.length === 1 && values[0] ? values[0] : null
}

export const isSentTwice = (parameters: QueryParameters, name: string): boolean =>
  (parameters.get(name)?.length ?? 0) > 1
