/**
 * A Jest transformer (https://jestjs.io/docs/code-transformation) that lets Node load a library once in a worker, where
 * Jest would load it for each test file. Node also loads packages that are ES modules only.
 */
module.exports = {
  process: (_source, file) => ({ code: `module.exports = requireOnce(${JSON.stringify(file)})` }),
  getCacheKey: (_source, file) => `loaded once: ${file}`,
}
