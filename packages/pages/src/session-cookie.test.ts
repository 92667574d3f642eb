import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { readCookies } from './read-cookies'
import { createSessionCookie } from './session-cookie'

describe('a signed session cookie', () => {
  it('leads to its session only with our signature; any other costs no query', async () => {
    const asked: string[] = []
    const find = (id: string) => Promise.resolve(asked.push(id) > 0 ? { id } : null)
    const cookie = createSessionCookie({ name: '__Host-test', lifetimeMs: 1_000, isSigned: true })
    const app = express().use(readCookies('a secret'), cookie.read(find))
    app.get('/begin', (req, res) => {
      cookie.begin(req, { id: 'an-id' })
      res.end()
    })
    app.get('/', (req, res) => res.json(cookie.sessionOf(req)))
    const server = app.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const [line = ''] = (await fetch(`${url}/begin`)).headers.getSetCookie()
    const signed = line.slice(0, line.indexOf(';'))
    const sessionWith = async (Cookie: string) => (await fetch(url, { headers: { Cookie } })).json()

    for (const made of ['__Host-test=an-id', '__Host-test=s%3Aan-id.x', signed.slice(0, -1)])
      expect(await sessionWith(made)).toBeNull()
    expect(asked).toEqual([])
    expect(await sessionWith(signed)).toEqual({ id: 'an-id' })
    server.closeAllConnections()
    server.close()
  })
})
