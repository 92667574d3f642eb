/**
 * A Jest transformer (https://jestjs.io/docs/code-transformation) for libraries: lets Node load the file, which it does
 * once in a worker, where Jest would load it for each test file. Node also loads packages that are ES modules only.
 */
module.exports = {
  process: (_source, file) => ({ code: `module.exports = requireOnce(${JSON.stringify(file)})` }),
  getCacheKey: (_source, file) => `loaded once: ${file}`,
}
