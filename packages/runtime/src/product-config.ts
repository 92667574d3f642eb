import { z } from 'zod'

/** An address that a page links to, for help: a page, or a mailbox. */
const supportUrl = z.url({
  protocol: /^(https|mailto)$/,
  error: 'must be an https:// or mailto: URL, such as https://help.example.com or mailto:help@example.com',
})

/** A picture that pages show: of another origin over https, or a path of this origin. */
const logoUrl = z.union(
  [z.url({ protocol: /^https$/ }), z.string().regex(/^\/(?!\/)[^\s\\]*$/)],
  'must be an https:// URL, or a path of the same origin, such as /logo.svg',
)

/** The variables that say what the product is called and who helps; spread into a service's schema. */
export const productVariables = {
  PRODUCT_NAME: z.string().trim().min(1).max(60).default('Partner Access'),
  SUPPORT_URL: supportUrl.optional(),
  LOGO_URL: logoUrl.optional(),
}

/** What pages and mails say of the product. */
export interface ProductConfig {
  name: string
  /** Where people get help; null when the operator names no place. */
  supportUrl: string | null
  /** The logo's URL; null for our own. */
  logoUrl: string | null
}

/** The part of a parsed environment that names the product. */
export const productConfig = ({
  PRODUCT_NAME,
  SUPPORT_URL,
  LOGO_URL,
}: z.output<z.ZodObject<typeof productVariables>>): ProductConfig => ({
  name: PRODUCT_NAME,
  supportUrl: SUPPORT_URL ?? null,
  logoUrl: LOGO_URL ?? null,
})
