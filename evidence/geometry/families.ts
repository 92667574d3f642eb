import type { EmailClient } from '@pas/email-clients/email-client'

/** Wanted mean scores. */
export const wantedOfFamilies = {
  'Word (Outlook and Mail on Windows)': 0.9,
  'Mail on iOS': 0.96,
  'Mail and Outlook on macOS': 0.96,
  'HCL Notes': 0.85,
  Android: 0.85,
  'Webmail: Gmail': 0.93,
  'Webmail: Outlook.com and Office 365': 0.93,
  'Webmail: Yahoo and AOL': 0.93,
  'Webmail: others': 0.93,
  'Real clients': 0.96,
  'Sections: Word': 0.64,
  'Sections: Mail on iOS': 0.46,
  'Sections: macOS': 0.92,
  'Sections: webmail': 0.75,
} as const

export type Family = keyof typeof wantedOfFamilies

/**
 * The email `sections` has families of its own: its pictures are of 2015, and it sets no line heights, so that it shows
 * the client's own.
 */
export function familyOf({ family, kind, engine, platform }: EmailClient, email: string): Family {
  if (email === 'sections') {
    if (family === 'word') return 'Sections: Word'
    if (engine === 'webkit') return kind === 'mobile' ? 'Sections: Mail on iOS' : 'Sections: macOS'
    return 'Sections: webmail'
  }
  if (family === 'word') return 'Word (Outlook and Mail on Windows)'
  if (family === 'notes') return 'HCL Notes'
  if (family === 'realClients') return 'Real clients'
  if (platform.startsWith('Android')) return 'Android'
  if (family === 'apple' && kind === 'mobile') return 'Mail on iOS'
  if (kind === 'desktop' && engine === 'webkit') return 'Mail and Outlook on macOS'
  if (family === 'gmail') return 'Webmail: Gmail'
  if (family === 'outlookWeb') return 'Webmail: Outlook.com and Office 365'
  return family === 'yahoo' ? 'Webmail: Yahoo and AOL' : 'Webmail: others'
}
