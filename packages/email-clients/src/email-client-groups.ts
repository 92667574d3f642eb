import type { EmailClient } from './email-client'

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
