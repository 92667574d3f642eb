export function curlLine({
  method,
  url,
  security,
  example,
  isStream,
}: {
  method: string
  url: string
  security: Record<string, string[]>[]
  example: unknown
  isStream: boolean
}): string {
  // `{}` says that no credential is needed (OpenAPI 3.1, Operation Object).
  const isOptional = security.some((scheme) => Object.keys(scheme).length === 0)
  const schemes = isOptional ? [] : security.flatMap((scheme) => Object.keys(scheme))
  return [
    isStream ? 'curl -iN' : 'curl -i',
    ...(method === 'get' ? [] : [`-X ${method.toUpperCase()}`]),
    ...(schemes.includes('apiKey')
      ? ['-u "$API_KEY:"']
      : schemes.includes('accessToken')
        ? ['-H "Authorization: Bearer $ACCESS_TOKEN"']
        : []),
    ...(example === undefined
      ? []
      : [
          `-H 'Content-Type: application/json'`,
          `-d '${JSON.stringify(example).replaceAll("'", String.raw`'\''`)}'`,
        ]),
    `'${url}'`,
  ].join(' \\\n  ')
}
