import { languageOf } from '@pas/pages/languages'
import { parseInput } from '@pas/pages/parse-input'
import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import { Router } from 'express'
import { z } from 'zod'
import type { AuthParts } from '../auth-parts'
import { secondFactorDeviceOf } from '../login/known-device'
import { requireSignIn, userOf } from '../login/require-sign-in'
import { newPasswordForm, whyNewPasswordRefused } from '../passwords/new-password-fields'
import { signedInPlace } from '../throttle/spend-proof'
import { changePassword } from './change-password'
import { sendPasswordPage } from './password-page'
import { passwordTexts } from './password-texts'

const passwordForm = z.object({ old_password: z.string().default(''), ...newPasswordForm })

export function changePasswordRoutes(deps: AuthParts): Router {
  const router = Router()
  router
    .route('/settings/password')
    .get(requireSignIn, (req, res) => {
      sendPasswordPage(res, { user: userOf(res), isSaved: req.query.saved !== undefined })
    })
    .post(requireSignIn, async (req, res) => {
      const { old_password: oldPassword, ...form } = parseInput(passwordForm, req.body)
      const user = userOf(res)
      const language = languageOf(req)
      const texts = passwordTexts[language]
      const refuse = (status: number, field: 'old' | 'new', text: string): void => {
        sendPasswordPage(res, { user, status, error: { field, text } })
      }
      // The new password is checked first: a mistyped one costs none of the attempts.
      const problem = whyNewPasswordRefused(language, form)
      if (problem !== null) {
        refuse(400, 'new', problem)
        return
      }
      const device = secondFactorDeviceOf(deps, req, user.id)
      const change = await changePassword(deps, req, {
        userId: user.id,
        place: signedInPlace(device, { actorId: (user.actor ?? user).id }),
        oldPassword,
        newPassword: form.new_password,
      })
      switch (change.outcome) {
        case 'wrong':
          refuse(400, 'old', texts.wrong)
          break
        case 'too_many':
          res.setHeader('Retry-After', String(change.retryAfterSeconds))
          refuse(429, 'old', texts.tooMany(change))
          break
        case 'changed':
          res.redirect(303, '/settings/password?saved=1')
      }
    })
    .all(refuseOtherMethods('GET', 'HEAD', 'POST'))
  return router
}
