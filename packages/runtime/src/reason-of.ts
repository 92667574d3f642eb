/**
 * Why something failed, on one line, from the innermost cause, which says most. It is for operators: what a library says may name a host or a
 * user, and never a password.
 */
export function reasonOf(error: unknown): string {
  let innermost = error
  while (innermost instanceof Error && innermost.cause instanceof Error) innermost = innermost.cause
  if (!(innermost instanceof Error)) return String(innermost)
  const line = innermost.message.trim().split('\n').at(-1) ?? ''
  if (line !== '') return line.trim()
  // Node's AggregateError of several addresses tried has a code and no message.
  return (innermost as NodeJS.ErrnoException).code ?? innermost.name
}
