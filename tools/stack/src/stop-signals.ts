import { progress } from './progress'

/** One Ctrl-C may come several times: from the terminal, from npm, and from the same command under another Node. */
const sameRequestMs = 1_000

const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
export type StopSignalName = (typeof names)[number]

/**
 * The first request calls `stop`; the second changes nothing, so that a supervisor's repeated signal damages no data;
 * the third calls `kill`. Returns a function that makes such a request.
 */
export function onStopSignals({
  stop,
  kill,
}: {
  stop: (name: StopSignalName) => void
  kill: () => void
}): (name: StopSignalName) => void {
  let requests = 0
  let requestedAtMs = -Infinity
  const request = (name: StopSignalName): void => {
    if (performance.now() - requestedAtMs < sameRequestMs) return
    requestedAtMs = performance.now()
    requests += 1
    if (requests === 1) {
      progress('stopping')
      stop(name)
    } else if (requests === 2) {
      progress('still stopping; a third signal kills everything at once')
    } else {
      progress('killing everything')
      kill()
    }
  }
  for (const name of names) process.on(name, request)
  return request
}
