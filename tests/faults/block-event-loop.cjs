// Loaded by `node --require`: blocks the main thread for good when it claims a capture, as an endless scan would.
const net = require('node:net')
const { isMainThread } = require('node:worker_threads')

if (isMainThread) {
  const { write } = net.Socket.prototype
  net.Socket.prototype.write = function (chunk, ...others) {
    const result = write.call(this, chunk, ...others)
    if (String(chunk).includes("SET status = 'capturing'"))
      // After the claim is answered, and before a slow email is drawn.
      setTimeout(() => {
        process.stderr.write('the event loop is blocked\n')
        for (;;);
      }, 500)
    return result
  }
}
