import { z } from 'zod'
import { settings, type ValuesOf } from './setting'

/** An address that a page links to, for help: a page, or a mailbox. */
const supportUrl = z.url({
  protocol: /^(https|mailto)$/,
  error: 'must be an https:// or mailto: URL, such as https://help.example.com or mailto:help@example.com',
})

/** A picture that pages show: of another origin over https, or a path of this origin. */
const logoUrl = z.union([z.url({ protocol: /^https$/ }), z.string().regex(/^\/(?!\/)[^\s\\]*$/)], 'must be an https:// URL, or a path of the same origin, such as /logo.svg')

/** What pages and mails say of the product. */
export const productSettings = settings(['auth', 'board', 'pas'], {
  PRODUCT_NAME: { schema: z.string().trim().min(1).max(60).default('Partner Access'), about: 'What pages and mails call the product.' },
  SUPPORT_URL: { schema: supportUrl.optional(), about: 'Where pages and mails send people for help: https:// or mailto:', example: 'https://help.example.com' },
  LOGO_URL: {
    schema: logoUrl.optional(),
    about: 'The logo of the pages, about 28 pixels high: an https URL, or a path that your proxy serves at AUTH_URL and BOARD_URL. Mails show it too, unless it is an SVG, which most email clients do not show.',
    example: 'https://www.example.com/logo.svg',
  },
})

/** What pages and mails say of the product. */
export interface ProductConfig {
  name: string
  /** Where people get help; null when the operator names no place. */
  supportUrl: string | null
  /** The logo's URL; null for our own. */
  logoUrl: string | null
}

/** What pages and mails say of the product, from a program's variables. */
export const productConfig = (values: ValuesOf<typeof productSettings>): ProductConfig => ({
  name: values.PRODUCT_NAME,
  supportUrl: values.SUPPORT_URL ?? null,
  logoUrl: values.LOGO_URL ?? null,
})
