import type { Texts } from '@pas/pages/languages'
import type { HeldBody } from '@pas/runtime/http/bodies-in-flight'
import type { Request, RequestHandler, Response } from 'express'
import { signedInOf } from '../sessions/session-cookie'
import { createUserBytes } from '../user-bytes'

type SourceHandler = (req: Request, res: Response, hold: HeldBody['hold']) => Promise<void>

/** For pages behind `requireSession` that read an email's source. */
export type CountSource = (handler: SourceHandler) => RequestHandler

const busyTexts = {
  en: 'Many long emails are being shown at this moment. Try again in a few seconds.',
  de: 'Im Moment werden viele lange E-Mails angezeigt. Versuchen Sie es in einigen Sekunden noch einmal.',
  fr: 'De nombreux e-mails longs sont affichés en ce moment. Réessayez dans quelques secondes.',
} satisfies Texts<string>

const ownTexts = {
  en: 'Other pages of long emails are still being made for you. Wait until they are there, then try again.',
  de: 'Andere Seiten langer E-Mails werden noch für Sie erstellt. Warten Sie, bis sie da sind, und versuchen Sie es dann noch einmal.',
  fr: 'D’autres pages d’e-mails longs sont encore en préparation pour vous. Attendez qu’elles soient là, puis réessayez.',
} satisfies Texts<string>

/**
 * Limits the bytes of sources in memory; a page's count until its handler has ended. `hold` throws `too_many_requests`
 * above the user's limit, and `unavailable` above the process's.
 */
export function createSourceCount(): CountSource {
  const sources = createUserBytes({ ofUser: ownTexts, ofProcess: busyTexts })
  return (handler) => async (req, res) => {
    const { hold, release } = sources.open(signedInOf(res).user.id)
    await handler(req, res, hold).finally(release)
  }
}
