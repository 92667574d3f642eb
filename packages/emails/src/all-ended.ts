/** `Promise.all` that rejects after all have ended: a failed email's writes would store what nothing erases. */
export async function allEnded(work: readonly Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(work)
  await Promise.all(work)
}
