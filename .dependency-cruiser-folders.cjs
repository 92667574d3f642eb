/**
 * Finds cycles between folders. Tests are left out: they lie beside the code that they test, and import whole email
 * clients from above it.
 * @type {import('dependency-cruiser').IConfiguration}
 */
const { options } = require('./.dependency-cruiser.cjs')

module.exports = {
  forbidden: [
    {
      name: 'no-folder-cycles',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    ...options,
    exclude: { path: [...options.exclude.path, '\\.test\\.tsx?$', '(^|/)tests/'] },
  },
}
