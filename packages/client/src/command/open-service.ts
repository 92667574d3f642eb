import { readFileSync } from 'node:fs'
import path from 'node:path'
import { isInCi } from '../is-in-ci'
import { createCommandService, type CommandService } from '../command-service'
import { ServiceError } from '../service-error'
import { serviceUrl } from '../service-url'
import type { Surroundings } from './surroundings'
import { UsageError } from '../usage-error'
import { messageOf } from '../message-of'

/** Not in the types of the oldest Node that this runs on. */
interface CertificateAuthorities {
  getCACertificates?: (type: 'default') => string[]
  setDefaultCACertificates?: (certificates: string[]) => void
}

export interface OpenService {
  service: CommandService
  url: string
  /** The key is an access token, so the choice of a user. */
  isOfUser: boolean
}

/** Why nothing is to be done, in a sentence; null if the service is to be asked. */
export function whySkipped(env: Surroundings['env']): string | null {
  if (env.PAS_KEY || !isInCi(env)) return null
  return "PAS_KEY is not set, as in a fork's pull request, so nothing was checked."
}

/** Null if it is none. */
export function urlIn({ PAS_URL = '' }: Surroundings['env']): string | null {
  try {
    return serviceUrl(PAS_URL)
  } catch {
    return null
  }
}

/** Throws a `UsageError`. */
export function openService({ env, folder }: Surroundings, note: (text: string) => void): OpenService {
  const { PAS_URL, PAS_KEY, PAS_CA } = env
  if (!PAS_KEY) throw new UsageError('PAS_KEY is not set. Set it to an API key of the service.')
  if (!PAS_URL)
    throw new UsageError(
      "PAS_URL is not set. Set it to the service's INSTANT_URL, as https://pas.example.com/v1.",
    )
  // It becomes a header.
  if (!/^[\x21-\x39\x3b-\x7e]+$/.test(PAS_KEY))
    throw new UsageError('PAS_KEY has characters that no key has. Was it copied with blanks or line breaks?')
  if (PAS_CA) trust(path.resolve(folder, PAS_CA), env)
  try {
    const url = serviceUrl(PAS_URL)
    const onRetryAfter = (seconds: number, { message }: ServiceError): void =>
      note(`waiting ${seconds} s, as the service asks: ${message}`)
    return {
      service: createCommandService({ url, key: PAS_KEY, onRetryAfter }),
      url,
      isOfUser: PAS_KEY.startsWith('pas_tok_'),
    }
  } catch (error) {
    if (error instanceof ServiceError) throw new UsageError(`PAS_URL: ${error.message}`)
    throw error
  }
}

function trust(file: string, { NODE_EXTRA_CA_CERTS }: Surroundings['env']): void {
  if (NODE_EXTRA_CA_CERTS && path.resolve(NODE_EXTRA_CA_CERTS) === file) return
  let certificates: string
  try {
    certificates = readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(`PAS_CA cannot be read: ${messageOf(error)}.`)
  }
  if (!certificates.includes('-----BEGIN CERTIFICATE-----'))
    throw new UsageError(`PAS_CA names ${file}, which has no certificate in PEM.`)
  // An import would cost each call more time than all of this file does. Node before 20.16 has no such function.
  const { getCACertificates, setDefaultCACertificates }: CertificateAuthorities =
    (process as { getBuiltinModule?: NodeJS.Process['getBuiltinModule'] }).getBuiltinModule?.('node:tls') ??
    {}
  if (!getCACertificates || !setDefaultCACertificates)
    throw new UsageError(
      `PAS_CA needs Node 22.19 or 24.5, and this is ${process.version}. Set NODE_EXTRA_CA_CERTS to ${file} instead.`,
    )
  try {
    setDefaultCACertificates([...getCACertificates('default'), certificates])
  } catch (error) {
    throw new UsageError(`PAS_CA names ${file}, which cannot be used: ${messageOf(error)}.`)
  }
}
