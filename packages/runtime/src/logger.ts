import { pino } from 'pino'

export type Logger = pino.Logger

/**
 * JSON lines on standard output. Callers log ids, codes and durations; secrets, tokens and email content never reach a log, and
 * the redaction below is only the last net. With telemetry on, each line carries its trace id. No request waits for the disk: lines are
 * written together, after 100 ms at most and when the process exits, by an error too; SIGKILL takes the last 100 ms with it.
 */
export function createLogger(service: string): Logger {
  const options: pino.LoggerOptions = {
    name: service,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
    redact: {
      paths: [
        // ioredis's errors carry the command that failed; that of a refused password has the password in it.
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
  return pino(options, pino.destination({ sync: false, minLength: 4_096, periodicFlush: 100 }))
}
