import { z } from 'zod'

export const wholeNumber = (least = 1): z.ZodCoercedNumber => z.coerce.number().int().min(least)

/** 0 lets the system choose. */
export const port = (least = 1): z.ZodCoercedNumber => wholeNumber(least).max(65_535)

/** Paths can be appended: trailing slashes are removed. */
export const httpsUrl = z.url({ protocol: /^https$/, error: 'must be an absolute https URL' }).transform((url) => url.replace(/(?<!\/)\/+$/, ''))

export const onOff = z.stringbool({ truthy: ['1', 'true', 'yes'], falsy: ['0', 'false', 'no'] })

/** Secrets that replace each other: newest first, separated by commas. */
export const secretKeys = z.string().transform((text, context) => {
  const keys = text.split(',').map((key) => key.trim())
  if (keys.some((key) => key.length < 32)) context.addIssue('must be one or more keys of at least 32 random characters, separated by commas')
  return keys
})

export interface HostAndPort {
  /** IPv6 without brackets. */
  host: string
  port: number
}

export const hostAndPort = z.string().transform((text, context): HostAndPort => {
  const [, host = '', portText = ''] = /^(\[[\da-f:.]+\]|[\w.-]+):(\d{1,5})$/i.exec(text.trim()) ?? []
  const parsed = port().safeParse(portText)
  if (host === '' || !URL.canParse(`http://${host}/`) || !parsed.success) {
    context.addIssue('must be host:port, such as spamd:783 or [fd00::1]:783')
    return z.NEVER
  }
  return { host: host.replace(/^\[|\]$/g, ''), port: parsed.data }
})
