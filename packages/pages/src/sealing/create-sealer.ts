import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

export interface Sealer {
  /** `context` says what the text is and whose: the same context is needed to open it. */
  seal(text: string, context: string): Uint8Array<ArrayBuffer>
  /** Null when none of the keys sealed it for this context. */
  open(sealed: Uint8Array, context: string): string | null
}

/** AES-256-GCM (NIST SP 800-38D). */
const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/**
 * The first secret, the newest, seals; each opens. `purpose` is the `info` of HKDF (RFC 5869): a sealer with another
 * purpose opens nothing that this one has sealed.
 */
export function createSealer(secrets: readonly string[], purpose: string): Sealer {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)))
  const [newest] = keys
  if (!newest) throw new Error('A sealer needs a key')
  return {
    seal: (text, context) => {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, newest, nonce).setAAD(Buffer.from(context))
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return new Uint8Array(Buffer.concat([nonce, cipher.getAuthTag(), encrypted]))
    },
    open: (sealed, context) => {
      if (sealed.length < nonceBytes + tagBytes) return null
      const opened = keys.map((key) => openWith(key, sealed, context))
      return opened.find((text) => text !== null) ?? null
    },
  }
}

function openWith(key: Buffer, sealed: Uint8Array, context: string): string | null {
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
  const text = decipher.update(sealed.subarray(nonceBytes + tagBytes))
  try {
    return Buffer.concat([text, decipher.final()]).toString('utf8')
  } catch {
    // Another key or context, or changed bytes: the tag does not match.
    return null
  }
}
