/** Repeats the parameter for each value of a list; leaves out undefined. */
export function withQuery(
  url: string,
  parameters: Readonly<Record<string, string | number | readonly string[] | undefined>>,
): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) {
    for (const single of [value ?? []].flat()) query.append(name, String(single))
  }
  const text = query.toString()
  return text === '' ? url : `${url}?${text}`
}
