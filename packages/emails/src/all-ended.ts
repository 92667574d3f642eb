/**
 * `Promise.all`, but rejects only after all have ended: what goes on after the email has failed would store an object
 * that nothing erases.
 */
export async function allEnded(work: readonly Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(work)
  await Promise.all(work)
}
