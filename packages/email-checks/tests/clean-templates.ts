import { templates } from '../../email-clients/tests/real-templates/make-templates'
import { buildNewsletter } from '../../email-clients/tests/real-templates/newsletter'

/** Emails as template engines make them, which have no error and a language. */
export const cleanTemplates = {
  newsletter: async () => (await buildNewsletter('https://shop.example')).replace('lang="und"', 'lang="en"'),
  'react-email': () => Promise.resolve(templates['react-email']()),
  'responsive-html-email-template': () =>
    Promise.resolve(
      templates['responsive-html-email-template']()
        .replace('<html>', '<html lang="en">')
        .replaceAll('http://', 'https://'),
    ),
}
export type CleanTemplate = keyof typeof cleanTemplates
