'use strict'
/*
 * Resolves `@pas/…` to sources also where Jest looks for the tests that import a file: it asks without conditions then,
 * and would get what was built.
 */
module.exports = (request, options) =>
  options.defaultResolver(request, { ...options, conditions: options.conditions ?? ['source', 'default'] })
