/**
 * Folders import each other one way only. Tests are left out: they stand beside what they test and draw in whole email clients, so that
 * their imports go up and down.
 * @type {import('dependency-cruiser').IConfiguration}
 */
const { options } = require('./.dependency-cruiser.cjs')

module.exports = {
  forbidden: [
    {
      name: 'no-folder-cycles',
      severity: 'error',
      scope: 'folder',
      // What still has cycles between its folders, so that a new one there is not seen either.
      from: { pathNot: ['^services/(api|auth)/src/'] },
      to: { circular: true },
    },
  ],
  options: {
    ...options,
    exclude: { path: [...options.exclude.path, '\\.test\\.tsx?$', '(^|/)tests/'] },
  },
}
