import { pino } from 'pino'

/** A service's logger; see `createLogger`. */
export type Logger = pino.Logger

/**
 * Writes JSON lines to standard output. Callers log ids, codes and durations, never secrets, tokens or email content;
 * the redaction below is only a safety net. With telemetry on, each line has its trace id. Lines are buffered, so that
 * no request waits for the disk: they are written after at most 100 ms and when the process exits. After SIGKILL the
 * last 100 ms are lost. With `isSync` a line is written at once, or throws: for a thread, whose lines must not wait.
 */
export function createLogger(service: string, { isSync = false } = {}): Logger {
  const options: pino.LoggerOptions = {
    name: service,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
    redact: {
      paths: [
        // ioredis's errors hold the failed command. When a password is refused, its arguments hold the password.
        'err.command.args',
        'err.aggregateErrors[*].command.args',
        ...[
          'authorization',
          'cookie',
          'client_secret',
          'access_token',
          'refresh_token',
          'password',
          'api_key',
        ].flatMap((name) => [name, `*.${name}`]),
      ],
      censor: '[redacted]',
    },
  }
  let output: pino.DestinationStream | undefined
  // Opened by the first line: an open output is flushed every 100 ms, also while nothing is logged.
  const open = (): pino.DestinationStream =>
    (output = pino.destination(
      isSync
        ? { sync: true, retryEAGAIN: () => false }
        : { sync: false, minLength: 4_096, periodicFlush: 100 },
    ))
  return pino(options, { write: (line) => (output ?? open()).write(line) })
}
