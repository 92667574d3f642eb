import { pino } from 'pino'

export type Logger = pino.Logger

/**
 * JSON lines of ids and codes, never secrets or email content; the redaction is a safety net. Written within 100 ms, so
 * that no request waits for the disk; `isSync`: at once.
 */
export function createLogger(service: string, { isSync = false } = {}): Logger {
  const options: pino.LoggerOptions = {
    name: service,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
    redact: {
      paths: [
        // ioredis's errors hold the failed command; a refused password's arguments hold the password.
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
  // An open output is flushed every 100 ms, also while nothing is logged.
  const open = (): pino.DestinationStream =>
    (output = pino.destination(
      isSync
        ? { sync: true, retryEAGAIN: () => false }
        : { sync: false, minLength: 4_096, periodicFlush: 100 },
    ))
  return pino(options, { write: (line) => (output ?? open()).write(line) })
}
