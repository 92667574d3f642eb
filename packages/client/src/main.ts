import { runPasCheck } from './command/run-pas-check'
import { publishedName } from './published-name'
import { Stopped } from './stopped'

/** Written in by the bundle. */
declare const packageVersion: string | undefined

const stop = new AbortController()
for (const [signal, number] of [
  ['SIGINT', 2],
  ['SIGTERM', 15],
  ['SIGHUP', 1],
] as const)
  process.on(signal, () => {
    if (stop.signal.aborted) process.exit(128 + number)
    process.stderr.write(`\n${publishedName}: stopping; what was sent is deleted first\n`)
    stop.abort(new Stopped(128 + number))
  })

// EPIPE: the reader closed the pipe before the end, as `head` does; EIO: the terminal is gone. That is no failure,
// and no error may end the run before it has deleted what it sent.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE' || code === 'EIO') return
    process.exitCode = 3
    if (stream === process.stdout)
      process.stderr.write(`${publishedName}: the output cannot be written: ${message}\n`)
  })

void runPasCheck(process.argv.slice(2), {
  env: process.env,
  folder: process.cwd(),
  now: new Date(),
  version: typeof packageVersion === 'undefined' ? 'unpacked' : packageVersion,
  stdout: process.stdout,
  stderr: process.stderr,
  stop: stop.signal,
}).then((exitStatus) => {
  process.exitCode ??= exitStatus
})
