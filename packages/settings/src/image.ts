import { z } from 'zod'
import { settings } from './setting'

/** What takes the place of `{service}` in PUBLIC_URL. */
export const publicServices = ['auth', 'api', 'images', 'board'] as const
export type PublicService = (typeof publicServices)[number]

/** The public URL of a service, without a trailing slash. */
export type PublicUrl = (service: PublicService) => string

/** The first port of PUBLIC_URL counts for auth; the others follow as those of `npm start` (docs/contract.md §6.1). */
const portOffsets: Readonly<Record<PublicService, number>> = { auth: 0, api: 1, images: 2, board: 8 }

const placeholder = '{service}'
const publicUrlError =
  'must be https://HOST:PORT, such as https://mail.example.com:8443 (auth; api, images and board follow at ports +1, +2 and +8), or https://{service}.example.com, where {service} stands for auth, api, images and board; without a path'

const publicUrl = z.string().transform((text, context): PublicUrl => {
  const isByName = text.includes(placeholder)
  const parsed = URL.parse(text.replace(placeholder, 'service'))
  const port = Number(parsed?.port)
  const isUsable =
    parsed?.protocol === 'https:' &&
    parsed.href === `${parsed.origin}/` &&
    !text.replace(placeholder, '').includes('{') &&
    (isByName ? parsed.hostname.includes('service') : port > 0 && port + portOffsets.board <= 65_535)
  if (parsed === null || !isUsable) {
    context.addIssue(publicUrlError)
    return z.NEVER
  }
  if (isByName) return (service) => text.replace(placeholder, service).replace(/\/$/, '')
  return (service) => `https://${parsed.hostname}:${port + portOffsets[service]}`
})

/** 256 random bits have about 31 different characters; less than 20 are no accident. */
const leastDifferentCharacters = 20

const apiKey = z
  .string()
  .regex(/^pas_key_[A-Za-z0-9_-]{43}$/, 'must be \'pas_key_\' and 43 random characters of A-Z a-z 0-9 _ -: echo "pas_key_$(openssl rand -base64 32 | tr +/ -_ | tr -d =)"')
  .refine((key) => new Set(key.slice('pas_key_'.length)).size >= leastDifferentCharacters, 'is not random: too few of its characters differ')

export const imageSettings = settings(['all-in-one image'], {
  PUBLIC_URL: {
    schema: z.string().default('https://localhost:8443').pipe(publicUrl),
    about: 'From it all public URLs follow: https://HOST:PORT, where auth is at PORT, api at +1, images at +2 and the board at +8; or, with a name for each, https://{service}.example.com',
    example: 'https://localhost:8443',
  },
  FIRST_USER: { schema: z.email('must be an e-mail address').default('admin@example.com'), about: 'On a new volume: whom the link in the log lets choose a password.' },
  FIRST_API_KEY: {
    schema: apiKey.optional(),
    about: "On a new volume: the first account's API key, for CI; 'pas_key_' and 43 random characters. Without it there is none until `pas key create` makes one.",
    example: '',
    isSecret: true,
  },
})
