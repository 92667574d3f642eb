/** The reason of a signal that Ctrl-C or SIGTERM aborted. */
export class Stopped extends Error {
  override readonly name = 'Stopped'

  constructor(readonly exitStatus: number) {
    super('Stopped.')
  }
}
