/** The message is one sentence that says what to install or set. */
export class EngineStartError extends Error {
  override name = 'EngineStartError'

  constructor(engine: string, remedy: string, options?: ErrorOptions) {
    super(`The engine '${engine}' cannot start: ${remedy}`, options)
  }
}
