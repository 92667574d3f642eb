const vm = require('node:vm')
const { TestEnvironment } = require('jest-environment-node')

/** Stands for the worker's own context, which has no object that `vm.compileFunction` would take. */
const ownContext = {}
const { compileFunction } = vm
vm.compileFunction = (code, parameters, options) =>
  options?.parsingContext === ownContext
    ? compileFunction(code, parameters, { filename: options.filename })
    : compileFunction(code, parameters, options)

/**
 * Symbols of the global object under which Jest (jest-circus's `types.js`) keeps a test file's state. Left there, they
 * would hold each file's modules in memory, and report each test once more for each file before it.
 */
const leftByJest = new Set([
  ...['JEST_STATE_SYMBOL', 'EVENT_HANDLERS', 'TEST_TIMEOUT_SYMBOL', 'LOG_ERRORS_BEFORE_RETRY'],
  ...['RETRY_TIMES_SETTER', 'RETRY_TIMES', 'RETRY_IMMEDIATELY', 'WAIT_BEFORE_RETRY'],
])

/** For the modules that `loaded-once.cjs` makes. */
globalThis.requireOnce = require

/**
 * Jest's environment for Node without a context of its own: a library that was loaded and compiled for one test file
 * serves the next (`loaded-once.cjs`). Our own modules are loaded anew, and what a file sets in `process.env` ends with it.
 */
module.exports = class OneContextEnvironment extends TestEnvironment {
  #context
  #variables = { ...process.env }

  constructor(config, context) {
    super(config, context)
    this.#context = this.global
    this.global = globalThis
    // The timers and mocks that `super` made would replace functions of the context that it made: make them for this
    // one.
    this.fakeTimersModern = new this.fakeTimersModern.constructor({
      config: config.projectConfig,
      global: globalThis,
    })
    this.moduleMocker = new this.moduleMocker.constructor(globalThis)
  }

  getVmContext() {
    return super.getVmContext() && ownContext
  }

  async teardown() {
    for (const name of Object.keys(process.env)) if (!(name in this.#variables)) delete process.env[name]
    Object.assign(process.env, this.#variables)
    for (const symbol of Object.getOwnPropertySymbols(globalThis))
      if (leftByJest.has(symbol.description)) delete globalThis[symbol]
    // Jest's own teardown removes the properties of the global object.
    this.global = this.#context
    await super.teardown()
  }
}
