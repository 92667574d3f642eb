import 'reflect-metadata'
import { webcrypto } from 'node:crypto'
import { chmodSync, chownSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import path from 'node:path'
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  cryptoProvider,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509'
import type { Identity } from '@pas/engine-programs/identity'
import { writePrivateFile } from './secrets'

cryptoProvider.set(webcrypto)

export interface LocalCertificate {
  caFile: string
  certFile: string
  keyFile: string
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const dayMs = 24 * 60 * 60 * 1000
const caDays = 3_650
/** Browsers refuse a server certificate that lives longer than 398 days. */
const leafDays = 397
const renewBeforeDays = 30
/** Clocks of containers and virtual machines differ a little. */
const backdatedMs = 60 * 60 * 1000

/**
 * For localhost, 127.0.0.1, ::1 and `names`, which may be IP addresses, by a CA of this home; both are renewed 30 days
 * before they expire. Keys are readable by their owner only: the CA's by us, the server's by `server`.
 */
export async function ensureLocalCertificate(
  folder: string,
  server: Identity,
  now = new Date(),
  names: readonly string[] = [],
): Promise<LocalCertificate> {
  const files = {
    caFile: path.join(folder, 'ca.pem'),
    certFile: path.join(folder, 'server.pem'),
    keyFile: path.join(folder, 'server.key'),
  }
  const caKeyFile = path.join(folder, 'ca.key')
  const hasCa = isCurrent(files.caFile, caKeyFile, now)
  if (hasCa && isCurrent(files.certFile, files.keyFile, now) && isFor(files.certFile, names)) {
    chmodSync(files.keyFile, 0o600)
    if (server.isDropped) chownSync(files.keyFile, server.uid, server.gid)
    return files
  }
  if (!hasCa) {
    const ca = await makeCa(now)
    writePrivateFile(caKeyFile, ca.key)
    writeFileSync(files.caFile, ca.certificate, { mode: 0o644 })
  }
  const caKey = readFileSync(caKeyFile, 'utf8')
  const leaf = await makeLeaf(readFileSync(files.caFile, 'utf8'), caKey, now, names)
  writePrivateFile(files.keyFile, leaf.key, server)
  writeFileSync(files.certFile, leaf.certificate, { mode: 0o644 })
  return files
}

function isCurrent(certFile: string, keyFile: string, now: Date): boolean {
  if (!existsSync(certFile) || !existsSync(keyFile)) return false
  const { notAfter } = new X509Certificate(readFileSync(certFile, 'utf8'))
  return notAfter.getTime() - now.getTime() > renewBeforeDays * dayMs
}

function isFor(certFile: string, names: readonly string[]): boolean {
  const certificate = new X509Certificate(readFileSync(certFile, 'utf8'))
  const alternatives = certificate.getExtension(SubjectAlternativeNameExtension)?.names.items ?? []
  return names.every((name) => alternatives.some(({ value }) => value === name))
}

interface Issued {
  certificate: string
  key: string
}

async function makeCa(now: Date): Promise<Issued> {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=Partner Access Service local CA',
    notBefore: new Date(now.getTime() - backdatedMs),
    notAfter: new Date(now.getTime() + caDays * dayMs),
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return { certificate: `${certificate.toString('pem')}\n`, key: await exportKey(keys.privateKey) }
}

async function makeLeaf(
  caPem: string,
  caKeyPem: string,
  now: Date,
  names: readonly string[],
): Promise<Issued> {
  const ca = new X509Certificate(caPem)
  const signingKey = await webcrypto.subtle.importKey('pkcs8', fromPem(caKeyPem), algorithm, false, ['sign'])
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const certificate = await X509CertificateGenerator.create({
    subject: 'CN=localhost',
    issuer: ca.subject,
    notBefore: new Date(now.getTime() - backdatedMs),
    notAfter: new Date(Math.min(now.getTime() + leafDays * dayMs, ca.notAfter.getTime())),
    signingAlgorithm: algorithm,
    publicKey: keys.publicKey,
    signingKey,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension([
        ...[...new Set(['localhost', '127.0.0.1', '::1', ...names])].map((value) => ({
          type: isIP(value) ? ('ip' as const) : ('dns' as const),
          value,
        })),
      ]),
      await AuthorityKeyIdentifierExtension.create(ca.publicKey),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return { certificate: `${certificate.toString('pem')}\n`, key: await exportKey(keys.privateKey) }
}

async function exportKey(key: webcrypto.CryptoKey): Promise<string> {
  const bytes = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key)).toString('base64')
  return `-----BEGIN PRIVATE KEY-----\n${bytes.replace(/.{64}/g, '$&\n').trimEnd()}\n-----END PRIVATE KEY-----\n`
}

const fromPem = (pem: string): Buffer => Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64')
