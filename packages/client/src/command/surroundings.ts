/** What of the process a command may use. */
export interface Surroundings {
  env: Readonly<Record<string, string | undefined>>
  /** The folder in which the command runs. */
  folder: string
  now: Date
  version: string
  stdout: Output
  stderr: Output
  /** Aborted at Ctrl-C or SIGTERM, with a `Stopped` as its reason. */
  stop: AbortSignal
}

export interface Output {
  write(text: string): unknown
  isTTY?: boolean
}
