// Loaded by `node --require`: blocks the event loop for 2.5 s right after the first INFO is sent to Redis, as loading
// modules may do on a busy machine.
const net = require('node:net')

const holdMs = 2_500
const { write } = net.Socket.prototype
net.Socket.prototype.write = function (chunk, ...others) {
  const result = write.call(this, chunk, ...others)
  if (/^info$/im.test(String(chunk))) {
    net.Socket.prototype.write = write
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, holdMs)
    process.stderr.write('the event loop was held\n')
  }
  return result
}
