import { buildNewsletter } from '../newsletter'

const imagesUrl = 'https://images.example'

/** The HTML of a newsletter of about 100 KB. */
export const newsletterOf100Kb = (): Promise<string> => buildNewsletter(imagesUrl, 15)

/** One email with a newsletter repeated `times` times, each copy with style blocks and class names of its own. */
export function repeatNewsletter(html: string, times: number): string {
  const [, head = '', body = ''] = /<head>(.*)<\/head>.*<body[^>]*>(.*)<\/body>/s.exec(html) ?? []
  const copies = (part: string): string =>
    Array.from({ length: times }, (_, index) => part.replaceAll('mj-', `mj${index}-`)).join('\n')
  return `<!doctype html><html><head>${copies(head)}</head><body>${copies(body)}</body></html>`
}
