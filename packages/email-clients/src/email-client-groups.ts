import type { EmailClient, Month } from './email-client'

type Group = Pick<EmailClient, 'kind' | 'isDark' | 'group' | 'orientationOptions' | 'imagesOptions'>

/** Programs on a computer. */
export const desktop: Group = {
  kind: 'desktop',
  isDark: false,
  group: 'Desktop',
  orientationOptions: ['vertical'],
  imagesOptions: ['allowed', 'blocked'],
}

/** Programs in a terminal. They load no images, so there is a single option for images. */
export const terminal: Group = { ...desktop, kind: 'text', imagesOptions: ['allowed'] }

/** Webmail in a browser on a computer. */
export const webBased: Group = { ...desktop, kind: 'web', group: 'Web-based' }

/** Phones and tablets, which can be turned. */
export const mobile: Group = {
  ...desktop,
  kind: 'mobile',
  group: 'Mobile/Tablet',
  orientationOptions: ['vertical', 'horizontal'],
}

/** An email client in its dark theme. */
export const dark = { isDark: true } as const

/** How far pictures can be trusted (`Confidence`), and since when. */
export const measured = (asOf: Month) => ({ asOf, confidence: 'measured' }) as const
export const documented = (asOf: Month) => ({ asOf, confidence: 'documented' }) as const
export const assumed = (asOf: Month) => ({ asOf, confidence: 'assumed' }) as const
