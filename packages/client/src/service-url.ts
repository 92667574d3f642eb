import { ServiceError } from './service-error'

/** Without a slash at its end. Throws a `ServiceError` for what could send the key in clear text. */
export function serviceUrl(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : null
  if (url === null)
    throw refused('is no address', "Give the service's INSTANT_URL, as https://pas.example.com/v1.")
  const isLoopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback))
    throw refused('would carry the key unprotected', 'Give one that begins with https://.')
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw refused(
      'has a user, a query or a fragment',
      'Give INSTANT_URL alone, as https://pas.example.com/v1.',
    )
  const path = url.pathname.replace(/\/$/, '')
  return `${url.origin}${path === '' ? '/v1' : path}`
}

// The address itself is not told: it may have a password.
const refused = (why: string, remedy: string): ServiceError =>
  new ServiceError(`The service's address ${why}. ${remedy}`, null)

export function assertPictureUrl(address: string): string {
  if (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)) return address
  throw new ServiceError('The service named a picture’s address that is none of the web.', null)
}
