import { z } from 'zod'
import { settings } from './setting'
import { secretKeys, wholeNumber } from './value-schemas'

export const signInSettings = settings(['auth'], {
  SESSION_SECRET: {
    schema: z.string().min(32, 'must have at least 32 random characters'),
    about: 'Signs session cookies and form tokens; at least 32 random characters, the same for every auth process.',
    example: 'replace-me-with-32-random-characters-or-more',
    isSecret: true,
  },
  ENCRYPTION_KEYS: {
    schema: secretKeys,
    about:
      "Encrypts the secrets of second factors and the cookies of unfinished sign-ins; the same for every auth process. Each key has at least 32 random characters. The first encrypts, all decrypt: to change the key, put the new one before the old one and a comma. Keep a copy, but not beside the database's backups.",
    example: 'replace-me-with-32-other-random-characters-or-more',
    isSecret: true,
  },
  ACCESS_TOKEN_TTL_S: { schema: wholeNumber().default(7_200), about: 'How long an access token is valid.' },
  SIGN_IN_FAILURES_PER_ACCOUNT: {
    schema: wholeNumber().default(10),
    about: "Wrong passwords in 15 minutes for an e-mail address from one IP address, after which further attempts are refused; also a user's wrong codes.",
  },
  SIGN_IN_FAILURES_PER_ADDRESS: { schema: wholeNumber().default(50), about: 'The same from one IP address over all e-mail addresses.' },
  TOKEN_FAILURES: {
    schema: wholeNumber().default(100),
    about: 'Wrong client secrets in 15 minutes per application and IP address, and per IP address over all applications, together with unknown settings links and refused answers of the OpenID provider.',
  },
  SIGN_IN_FAILURES_PER_ACCOUNT_A_DAY: {
    schema: wholeNumber().default(100),
    about: "Wrong passwords for an e-mail address in 24 hours, from everywhere but browsers in which its user has signed in before; also a user's wrong codes in 24 hours.",
  },
})
