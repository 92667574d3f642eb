import { randomBytes } from 'node:crypto'

/** Standard Webhooks, "Signature scheme", asks for 24 to 64 bytes. */
const secretBytes = 32

export const newWebhookSecret = (): Uint8Array<ArrayBuffer> => new Uint8Array(randomBytes(secretBytes))

/** A secret as partners and their libraries read it (Standard Webhooks, "Signature scheme"). */
export const webhookSecretText = (secret: Uint8Array): string =>
  `whsec_${Buffer.from(secret).toString('base64')}`
