/** RFC 6749 §5.2, RFC 6750 §3: an `error_description` is printable ASCII without `"` and `\`. */
export const oauthDescription = (text: string): string =>
  text.replace(/["‘’“”]/g, "'").replace(/[^\x20-\x7E]|\\/g, '?')
