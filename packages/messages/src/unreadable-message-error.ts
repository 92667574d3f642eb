/** A retry does not help. The text says why. */
export class UnreadableMessageError extends Error {
  override name = 'UnreadableMessageError'
}
