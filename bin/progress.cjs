'use strict'

/** A failure for the person at the terminal: one sentence says what to do, and is shown without a stack trace. */
class CannotGoOn extends Error {
  name = 'CannotGoOn'
}

/** Prints a line, after the seconds since the process started. */
function progress(line) {
  process.stdout.write(`${(performance.now() / 1000).toFixed(1).padStart(6)} s  ${line}\n`)
}

module.exports = { CannotGoOn, progress }
