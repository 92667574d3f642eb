import { networkInterfaces } from 'node:os'

const outer = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .filter(({ internal, scopeid }) => !internal && !scopeid)
  .map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address))

const hosts = [
  '127.0.0.1',
  '[::1]',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.254',
  '192.168.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '[::]',
  '[fd00::1]',
  '[fe80::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::80ff:fffe]',
  '[::7f00:1]',
  '[fec0::1]',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0x7f.0x0.0x0.0x1',
  '0177.0.0.1',
  'localhost',
  'localhost.',
  'LOCALHOST',
  '127。0。0。1',
  '①②⑦.⓪.⓪.①',
  '%31%32%37.0.0.1',
  ...outer,
]

/**
 * Origins (scheme, host, port) that all lead to internal hosts at `port`, in every spelling that a parser may accept.
 */
export const internalOrigins = (port: number): string[] => [
  ...hosts.map((host) => `http://${host}:${port}`),
  `https://127.0.0.1:${port}`,
  `//127.0.0.1:${port}`,
  `http:\\\\127.0.0.1:${port}`,
  `http:127.0.0.1:${port}`,
  `ht\ntp://127.0.0.1:${port}`,
  `http://127.0.0.2:80@127.0.0.1:${port}`,
  `ws://127.0.0.1:${port}`,
  `ftp://127.0.0.1:${port}`,
]
