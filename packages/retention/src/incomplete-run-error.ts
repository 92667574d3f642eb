/** Some steps failed; every other step did its work. */
export class IncompleteRunError extends AggregateError {
  override name = 'IncompleteRunError'

  /** `counts`: `RetentionCounts` of the run. */
  constructor(
    readonly failures: readonly { step: string; error: unknown }[],
    readonly counts: Readonly<Record<string, number>>,
  ) {
    super(
      failures.map(({ error }) => error),
      failures.map(({ step, error }) => `${step}: ${String(error)}`).join('; '),
    )
  }

  /** Names of the failed steps. */
  get steps(): string[] {
    return this.failures.map(({ step }) => step)
  }
}
