'use strict'

/** Shown to the person at the terminal without a stack trace: one sentence says what to do. */
class CannotGoOn extends Error {
  name = 'CannotGoOn'
}

/** After the seconds since the process started. */
function progress(line) {
  process.stdout.write(`${(performance.now() / 1000).toFixed(1).padStart(6)} s  ${line}\n`)
}

module.exports = { CannotGoOn, progress }
