/** A message that cannot be read; a retry does not help. The error's text says why. */
export class UnreadableMessageError extends Error {
  override name = 'UnreadableMessageError'
}
