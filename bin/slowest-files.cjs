/* Lists the ten slowest test files after a run of more than ten, so that a file that has become slow is noticed. */
const shown = 10

/** A Jest reporter (https://jestjs.io/docs/configuration#reporters-arraymodulename--modulename-options). */
module.exports = class SlowestFiles {
  constructor({ rootDir }) {
    this.rootDir = rootDir
  }

  onRunComplete(_contexts, { testResults }) {
    if (testResults.length <= shown) return
    const slowest = testResults
      .map(({ testFilePath, perfStats }) => ({ file: testFilePath, seconds: perfStats.runtime / 1_000 }))
      .sort((one, other) => other.seconds - one.seconds)
      .slice(0, shown)
    process.stderr.write('\nThe slowest test files:\n')
    for (const { file, seconds } of slowest)
      process.stderr.write(`${seconds.toFixed(1).padStart(7)} s  ${file.slice(this.rootDir.length + 1)}\n`)
  }
}
