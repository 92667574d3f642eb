/** A part of an address without its percent-encoding; as it is written, if that is not well-formed. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
