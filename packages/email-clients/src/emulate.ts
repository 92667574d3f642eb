import { families } from './catalogue'
import { appleProfiles } from './clients/apple/profiles'
import { colourVisionProfiles } from './clients/colour-vision/profiles'
import { gmailProfiles } from './clients/gmail/profiles'
import { notesProfiles } from './clients/notes/profiles'
import { outlookWebProfiles } from './clients/outlook-web/profiles'
import { realClientProfiles } from './clients/real-clients/profiles'
import { samsungProfiles } from './clients/samsung/profiles'
import { textProfiles } from './clients/text/profiles'
import { thunderbirdAndroidProfiles } from './clients/thunderbird-android/profiles'
import { webmailProfiles } from './clients/webmail/profiles'
import { wordProfiles } from './clients/word/profiles'
import { yahooProfiles } from './clients/yahoo/profiles'
import type { EmailClient, EmailClientRow } from './email-client'
import { openJudge } from './effects/in-place/open-judge'
import type { EmailContent, Emulation } from './engine/emulated-document'
import type { EmulateOptions, Profile } from './engine/profile'
import { runProfile } from './engine/run-profile'

/**
 * Pure. Throws only for an email client outside the catalogue. References to http(s) and message parts become what
 * `assetUrl` returns, or never load.
 */
export function emulate(emailClient: EmailClient, content: EmailContent, options: EmulateOptions): Emulation {
  return runProfile(profileOf(emailClient), content, {
    ...options,
    ...(options.judgesChanges !== false && { openJudge: openJudge(emailClient) }),
  })
}

/** Throws for an email client outside the catalogue. */
export function profileOf({ code }: Pick<EmailClient, 'code'>): Profile {
  const profile = profilesByCode.get(code)
  if (!profile) throw new Error(`No profile for the email client ${code}`)
  return profile
}

type ProfileName<Family extends keyof typeof families> =
  (typeof families)[Family] extends readonly EmailClientRow<infer Name>[] ? Name : never

const profilesByFamily: {
  readonly [Family in keyof typeof families]: Readonly<Record<ProfileName<Family>, Profile>>
} = {
  apple: appleProfiles,
  colourVision: colourVisionProfiles,
  gmail: gmailProfiles,
  notes: notesProfiles,
  outlookWeb: outlookWebProfiles,
  realClients: realClientProfiles,
  samsung: samsungProfiles,
  text: textProfiles,
  thunderbirdAndroid: thunderbirdAndroidProfiles,
  webmail: webmailProfiles,
  word: wordProfiles,
  yahoo: yahooProfiles,
}

const profilesByCode: ReadonlyMap<string, Profile> = new Map(
  (Object.keys(families) as (keyof typeof families)[]).flatMap(codesWithProfiles),
)

function codesWithProfiles<Family extends keyof typeof families>(
  family: Family,
): [code: string, profile: Profile][] {
  const rows = families[family] as readonly EmailClientRow<ProfileName<Family>>[]
  return rows.map(({ code, profile }) => [code, profilesByFamily[family][profile]])
}
