import type { Rule } from '../rule'
import { changesOf } from '../code/changes-of'

/** Told here, and not by `code`. */
export const format: Rule = {
  name: 'images/format',
  severity: 'error',
  title: 'An email client does not show pictures of this format.',
  sources: [{ title: 'caniemail: image formats', url: 'https://www.caniemail.com/features/' }],
  find: (email) =>
    changesOf(
      email,
      (change) => change === 'image-not-shown',
      ({ what }) => `${what} is not shown in these email clients.`,
    ),
}
