import { keepLanguage, languages } from '@pas/pages/languages'
import { parseInput } from '@pas/pages/parse-input'
import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import { Router } from 'express'
import { z } from 'zod'
import type { AuthParts } from '../auth-parts'
import { requireSignIn, userOf } from '../login/require-sign-in'
import { sendLanguagePage } from './language-page'

const languageForm = z.object({
  language: z
    .union([z.enum(languages), z.literal('')])
    .transform((language) => (language === '' ? null : language)),
})

/** For the user who signed in, also while they act for another. */
export function languageRoutes({ config: { boardUrl }, db }: AuthParts): Router {
  const router = Router()
  router
    .route('/settings/language')
    .get(requireSignIn, (req, res) => {
      const user = userOf(res)
      const { language: chosen } = user.actor ?? user
      sendLanguagePage(res, { chosen, wasSaved: req.query.saved !== undefined })
    })
    .post(requireSignIn, async (req, res) => {
      const user = userOf(res)
      const { language } = parseInput(languageForm, req.body)
      await db.user.update({ where: { id: (user.actor ?? user).id }, data: { language } })
      keepLanguage(res, language)
      // The board reads the language again at that path, and redirects to its first page.
      if (boardUrl !== null && !user.actor) res.redirect(303, `${boardUrl}/language`)
      else res.redirect(303, '/settings/language?saved=1')
    })
    .all(refuseOtherMethods('GET', 'HEAD', 'POST'))
  return router
}
