// Passes connections on to the API that compose runs: while an upgrade runs two of them, only one could publish the port.
import net from 'node:net'

const server = net.createServer({ allowHalfOpen: true }, (sender) => {
  const api = net.connect({ host: 'api', port: 8025, allowHalfOpen: true })
  const end = () => {
    sender.destroy()
    api.destroy()
  }
  for (const socket of [sender, api]) socket.on('error', end).on('close', end)
  sender.pipe(api).pipe(sender)
})
server.maxConnections = 400
server.listen(8452, '0.0.0.0')
process.on('SIGTERM', () => process.exit(0))
