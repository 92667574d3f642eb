/**
 * The message of the innermost cause, in one line. For operators only: it may name a host or a user, never a password.
 */
export function reasonOf(error: unknown): string {
  let innermost = error
  while (innermost instanceof Error && innermost.cause instanceof Error) innermost = innermost.cause
  if (!(innermost instanceof Error)) return String(innermost)
  const line = innermost.message.trim().split('\n').at(-1) ?? ''
  if (line !== '') return line.trim()
  // Node's AggregateError, for a host of several addresses, has a code but no message.
  return (innermost as NodeJS.ErrnoException).code ?? innermost.name
}
