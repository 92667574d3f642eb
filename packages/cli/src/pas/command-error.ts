/** A failure that is not an `AccountsError`; the message says what to do. */
export class CommandError extends Error {
  override name = 'CommandError'

  constructor(
    readonly code:
      | 'usage'
      | 'config_invalid'
      | 'redis_unavailable'
      | 'unhealthy'
      | 'unfinished'
      | 'not_confirmed'
      | 'mail_delayed'
      | 'mail_refused'
      | 'not_on_loopback',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}
