import { z } from 'zod'
import { settings, type ValuesOf } from './setting'

const supportUrl = z.url({
  protocol: /^(https|mailto)$/,
  error: 'must be an https:// or mailto: URL, such as https://help.example.com or mailto:help@example.com',
})

const logoUrl = z.union([z.url({ protocol: /^https$/ }), z.string().regex(/^\/(?!\/)[^\s\\]*$/)], 'must be an https:// URL, or a path of the same origin, such as /logo.svg')

export const productSettings = settings(['auth', 'board', 'pas'], {
  PRODUCT_NAME: { schema: z.string().trim().min(1).max(60).default('Partner Access'), about: 'What pages and mails call the product.' },
  SUPPORT_URL: { schema: supportUrl.optional(), about: 'Where pages and mails send people for help: https:// or mailto:', example: 'https://help.example.com' },
  LOGO_URL: {
    schema: logoUrl.optional(),
    about: 'The logo of the pages, about 28 pixels high: an https URL, or a path that your proxy serves at AUTH_URL and BOARD_URL. Mails show it too, unless it is an SVG, which most email clients do not show.',
    example: 'https://www.example.com/logo.svg',
  },
})

export interface ProductConfig {
  name: string
  supportUrl: string | null
  logoUrl: string | null
}

export const productConfig = (values: ValuesOf<typeof productSettings>): ProductConfig => ({
  name: values.PRODUCT_NAME,
  supportUrl: values.SUPPORT_URL ?? null,
  logoUrl: values.LOGO_URL ?? null,
})
