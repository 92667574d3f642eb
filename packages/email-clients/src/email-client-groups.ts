import type { EmailClient, Month } from './email-client'

type Group = Pick<EmailClient, 'kind' | 'isDark' | 'group' | 'orientationOptions' | 'imagesOptions'>

export const desktop: Group = {
  kind: 'desktop',
  isDark: false,
  group: 'Desktop',
  orientationOptions: ['vertical'],
  imagesOptions: ['allowed', 'blocked'],
}

/** A terminal loads no images. */
export const terminal: Group = { ...desktop, kind: 'text', imagesOptions: ['allowed'] }

export const webBased: Group = { ...desktop, kind: 'web', group: 'Web-based' }

export const mobile: Group = {
  ...desktop,
  kind: 'mobile',
  group: 'Mobile/Tablet',
  orientationOptions: ['vertical', 'horizontal'],
}

export const dark = { isDark: true } as const

/** How far pictures can be trusted (`Confidence`), and since when. */
export const measured = (asOf: Month) => ({ asOf, confidence: 'measured' }) as const
export const documented = (asOf: Month) => ({ asOf, confidence: 'documented' }) as const
export const assumed = (asOf: Month) => ({ asOf, confidence: 'assumed' }) as const
