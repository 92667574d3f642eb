import { createMailPlaces } from './mail-places'
import { MailSession } from './mail-session'
import type { Login } from './sign-in'
import type { SmtpConnection } from './smtp-server'

describe('a session', () => {
  it('takes no place of its account when its sender left while the key was looked up', () => {
    const places = createMailPlaces({ signedIn: 1, unknown: 1 })
    const connection = { send: () => undefined } as unknown as SmtpConnection
    const session = new MailSession(connection, { ip: '127.0.0.1', isLoopback: true }, places)
    const login = { inbox: 'shop', principal: { accountId: 1 } } as Login
    session.enter()
    session.end()
    expect(() => session.adopt(login)).toThrow('The connection is closed.')
    expect(places.takeSignedIn(1)).not.toBeNull()
    expect(places.takeUnknown('127.0.0.1')).not.toBeNull()
  })

  it('gives the place of its account back when TLS begins, and has to sign in again', () => {
    const places = createMailPlaces({ signedIn: 1, unknown: 1 })
    const connection = { send: () => undefined } as unknown as SmtpConnection
    const session = new MailSession(connection, { ip: '127.0.0.1', isLoopback: true }, places)
    session.enter()
    session.adopt({ inbox: 'shop', principal: { accountId: 1 } } as Login)
    expect(places.takeSignedIn(1)).toBeNull()
    session.forgetLogin()
    const giveBack = places.takeSignedIn(1)
    expect(giveBack).not.toBeNull()
    giveBack?.()
    expect(places.takeUnknown('127.0.0.1')).toBeNull()
    session.end()
    expect(places.takeUnknown('127.0.0.1')).not.toBeNull()
  })
})
