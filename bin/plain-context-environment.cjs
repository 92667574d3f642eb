const vm = require('node:vm')
const { TestEnvironment } = require('jest-environment-node')

/**
 * Jest's environment for Node, with a plain global object. Jest makes its context of a Proxy, which V8 then asks for
 * every global that code reads, such as `Map`; without it, code that reads many takes half the processor time.
 */
module.exports = class PlainContextEnvironment extends TestEnvironment {
  constructor(config, context) {
    const { createContext } = vm
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY)
    try {
      super(config, context)
    } finally {
      vm.createContext = createContext
    }
  }
}
