/** A list is repeated, and undefined is left out. */
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
