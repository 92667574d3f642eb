/** A command cannot be carried out, for a reason that is not one of the account rules'; the message says what to do. */
export class CommandError extends Error {
  override name = 'CommandError'

  constructor(
    readonly code: 'usage' | 'config_invalid' | 'redis_unavailable' | 'unhealthy' | 'unfinished',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}
