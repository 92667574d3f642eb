/**
 * Why something failed, in one line: the message of the innermost cause, which is the most specific. For operators
 * only: a library's message may name a host or a user, but never a password.
 */
export function reasonOf(error: unknown): string {
  let innermost = error
  while (innermost instanceof Error && innermost.cause instanceof Error) innermost = innermost.cause
  if (!(innermost instanceof Error)) return String(innermost)
  const line = innermost.message.trim().split('\n').at(-1) ?? ''
  if (line !== '') return line.trim()
  // Node's AggregateError, for a host of which several addresses failed, has a code but no message.
  return (innermost as NodeJS.ErrnoException).code ?? innermost.name
}
