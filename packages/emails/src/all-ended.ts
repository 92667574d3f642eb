/** `Promise.all`, but rejects only after all have ended: a write that goes on could store what nothing erases. */
export async function allEnded(work: readonly Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(work)
  await Promise.all(work)
}
