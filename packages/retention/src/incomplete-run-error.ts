export class IncompleteRunError extends AggregateError {
  override name = 'IncompleteRunError'

  constructor(
    readonly failures: readonly { step: string; error: unknown }[],
    readonly counts: Readonly<Record<string, number>>,
  ) {
    super(
      failures.map(({ error }) => error),
      failures.map(({ step, error }) => `${step}: ${String(error)}`).join('; '),
    )
  }

  get steps(): string[] {
    return this.failures.map(({ step }) => step)
  }
}
