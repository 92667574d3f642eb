import { buildNewsletter } from '../newsletter'

const imagesUrl = 'https://images.example'

/** A newsletter of 100 KB. */
export const newsletterOf100Kb = (): Promise<string> => buildNewsletter(imagesUrl, 15)

/** So many newsletters behind each other in one email, each with its style blocks and class names of its own. */
export function repeatNewsletter(html: string, times: number): string {
  const [, head = '', body = ''] = /<head>(.*)<\/head>.*<body[^>]*>(.*)<\/body>/s.exec(html) ?? []
  const copies = (part: string): string =>
    Array.from({ length: times }, (_, index) => part.replaceAll('mj-', `mj${index}-`)).join('\n')
  return `<!doctype html><html><head>${copies(head)}</head><body>${copies(body)}</body></html>`
}
