import addressParser from 'nodemailer/lib/addressparser'
import { z } from 'zod'

/** One mailbox (RFC 5322 §3.4): `no-reply@example.com` or `Partner Access <no-reply@example.com>`. */
export const mailbox = z.string().refine((text) => {
  const [address, ...others] = addressParser(text)
  return others.length === 0 && z.email().safeParse(address?.address).success
}, 'must be one address, such as no-reply@example.com or "Partner Access <no-reply@example.com>"')
