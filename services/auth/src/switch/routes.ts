import { maxId } from '@pas/accounts/get-account'
import { PageError } from '@pas/pages/page-error'
import { parseInput, singleText } from '@pas/pages/parse-input'
import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import { Router } from 'express'
import { z } from 'zod'
import type { AuthParts } from '../auth-parts'
import { requireSignIn, userOf } from '../login/require-sign-in'
import { home, loginPath } from '../login/return-to'
import { endSession } from '../sessions/end-session'
import {
  findActiveUser,
  signedInUserOf,
  type ActiveUser,
  type SignedInUser,
} from '../sessions/signed-in-user'
import { switchUser } from '../sessions/switch-user'
import { linkedSettingsPath, resolveSettingsLink } from '../settings/resolve-settings-link'
import { sendLinkedSwitchPage } from './linked-switch-page'
import { listSwitchableUsers } from './list-switchable-users'
import { sendSwitchPage } from './switch-page'
import { switchTexts } from './switch-texts'

const pageQuery = z.object({
  link: singleText.optional(),
  search: singleText.max(200).default(''),
  page: z.coerce.number().int().min(1).max(100_000).default(1).catch(1),
})

const userId = z
  .string()
  .regex(/^\d{1,10}$/)
  .transform(Number)
  .pipe(z.number().max(maxId))
const switchForm = z.union([z.object({ link: singleText }), z.object({ user_id: userId })])

export function switchRoutes(deps: AuthParts): Router {
  const router = Router()
  router
    .route('/switch')
    .get(async (req, res, next) => {
      const { link } = parseInput(pageQuery, req.query)
      const user = signedInUserOf(res)
      if (link === undefined) {
        next()
        return
      }
      const target = await resolveSettingsLink(deps, link, { user, ip: req.ip })
      if (!user) res.redirect(302, loginPath(linkedSettingsPath(link)))
      else if (user.id === target.id) res.redirect(302, linkedSettingsPath(link))
      else sendLinkedSwitchPage(res, { link, user, target, maySwitch: maySwitchTo(user, target) })
    })
    .get(requireSignIn, async (req, res) => {
      const { search, page } = parseInput(pageQuery, req.query)
      const { account } = userOf(res)
      const [usersOfPage, subAccountCount] = await Promise.all([
        listSwitchableUsers(deps, account.id, { search: search.trim(), page }),
        deps.db.account.count({ where: { parentId: account.id, disabledAt: null } }),
      ])
      sendSwitchPage(res, {
        accountName: account.name,
        hasSubAccounts: subAccountCount > 0,
        search: search.trim(),
        page,
        ...usersOfPage,
      })
    })
    .post(requireSignIn, async (req, res) => {
      const form = parseInput(switchForm, req.body)
      const user = userOf(res)
      const target =
        'link' in form
          ? await resolveSettingsLink(deps, form.link, { user, ip: req.ip })
          : await findActiveUser(deps, form.user_id)
      const nextPath = 'link' in form ? linkedSettingsPath(form.link) : home
      if (target?.id === user.id) {
        res.redirect(303, nextPath)
      } else if (target && maySwitchTo(user, target)) {
        const isSwitched = await switchUser(deps, req, { user, target })
        res.redirect(303, isSwitched ? nextPath : loginPath(nextPath))
      } else if ('link' in form) {
        // The link's user has to sign in.
        await endSession(deps, req, user)
        res.redirect(303, loginPath(nextPath))
      } else {
        throw new PageError('forbidden', (language) => switchTexts[language].mayNotSwitch)
      }
    })
    .all(refuseOtherMethods('GET', 'HEAD', 'POST'))
  return router
}

/** Without a password: to a user of a direct sub-account, or back to the user who signed in. */
const maySwitchTo = (user: SignedInUser, target: ActiveUser): boolean =>
  target.account.parentId === user.account.id || target.id === user.actor?.id
