'use strict'
const net = require('node:net')
const { CannotGoOn } = require('./progress.cjs')

/** Throws `CannotGoOn` that names the first port on which another process listens. Key: what needs the port. */
async function assertPortsFree(ports, otherBase = 9443) {
  for (const [name, port] of Object.entries(ports)) {
    if (!(await isPortFree(port)))
      throw new CannotGoOn(
        `Port ${port}, which ${name} needs, is in use: stop what listens there, or choose 50 other ports, for example with 'PAS_PORT_BASE=${otherBase} npm start'.`,
      )
  }
}

function isPortFree(port) {
  return new Promise((resolve, reject) => {
    const server = net.createServer()
    server.once('error', (error) => {
      if (error.code === 'EADDRINUSE') resolve(false)
      else if (error.code !== 'EACCES') reject(error)
      else
        reject(
          new CannotGoOn(`Port ${port} may not be used by this user: set PAS_PORT_BASE to 1024 or more.`),
        )
    })
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

module.exports = { assertPortsFree }
