import type { EmailClient } from './email-client'

type Group = Pick<EmailClient, 'group' | 'orientationOptions' | 'imagesOptions'>

/** Programs on a computer. */
export const desktop: Group = {
  group: 'Desktop',
  orientationOptions: ['vertical'],
  imagesOptions: ['allowed', 'blocked'],
}

/** Webmail in a browser on a computer. */
export const webBased: Group = { ...desktop, group: 'Web-based' }

/** Phones and tablets, which can be turned. */
export const mobile: Group = {
  ...desktop,
  group: 'Mobile/Tablet',
  orientationOptions: ['vertical', 'horizontal'],
}
