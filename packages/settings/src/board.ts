import { z } from 'zod'
import { settings } from './setting'
import { hostAndPort, secretKeys } from './value-schemas'

/** May be plain HTTP within the installation; trailing slashes are removed. */
const internalUrl = z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL, without a path' }).transform((url) => url.replace(/(?<!\/)\/+$/, ''))

export const boardSettings = {
  ...settings(['board', 'pas'], {
    BOARD_CLIENT_ID: {
      schema: z.string(),
      about: "The identifier of the board's own application, which `pas app provide-board` registers: at least 8 characters of A-Z a-z 0-9 _ -",
      example: 'replace-me-with-an-id',
    },
    BOARD_CLIENT_SECRET: { schema: z.string(), about: 'Its secret: at least 32 of these characters.', example: 'replace-me-with-32-random-characters-or-more', isSecret: true },
  }),
  ...settings(['board'], {
    BOARD_SECRET: {
      schema: secretKeys,
      about:
        "Encrypts the tokens of the board's sessions and signs its form tokens; the same for every board process. Each key has at least 32 random characters. To change the key, put the new one before the old one and a comma, and remove the old one a week later.",
      example: 'replace-me-with-32-other-random-characters-or-more',
      isSecret: true,
    },
    SMTP_ADDRESS: {
      schema: hostAndPort.optional(),
      about: 'Where applications send mail to, which the page Inboxes shows: the host and port at which they reach SMTP_PORT of api. Without it, that page says how to turn it on.',
      example: 'mail.example.com:587',
    },
    AUTH_INTERNAL_URL: {
      schema: internalUrl.optional(),
      about: "Where the board reaches auth, when not at AUTH_URL: without a path. Over http:// only within a network of your own, and where auth names the board's address in its TRUST_PROXY.",
      example: 'http://auth:8080',
    },
    API_INTERNAL_URL: { schema: internalUrl.optional(), about: 'The same for api, when not at API_URL and INSTANT_URL.', example: 'http://api:8080' },
    IMAGES_INTERNAL_URL: {
      schema: internalUrl.optional(),
      about: 'The same for images, when not at IMAGES_URL. Only over http:// does images count the visitors of the board, and not the board, for its limits of an address.',
      example: 'http://images:8080',
    },
  }),
}
