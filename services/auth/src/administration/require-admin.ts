import type { AuditNotes } from '@pas/accounts/audit-notes'
import { PageError } from '@pas/pages/page-error'
import type { RequestHandler } from 'express'
import { requireSignIn, userOf } from '../login/require-sign-in'
import { actedBy, isAdmin } from '../sessions/signed-in-user'
import { administrationTexts } from './administration-texts'

/**
 * Throws `forbidden` for a member, and for a user who acts for another. The role is read with each request, so that a
 * session loses the right at once.
 */
export function requireAdmin({ refusalTrail }: { refusalTrail: AuditNotes }): RequestHandler {
  return (req, res, next) =>
    requireSignIn(req, res, () => {
      const user = userOf(res)
      if (isAdmin(user)) {
        next()
        return
      }
      // A page that is only opened leaves no row.
      if (req.method === 'POST') {
        void refusalTrail.write({
          ...actedBy(user, { path: req.path }),
          action: 'account.administer.failed',
          target: `account:${user.account.id}`,
          ...(req.ip && { ip: req.ip }),
        })
      }
      throw notAllowed(user.actor === null ? 'notAdmin' : 'actsForOther')
    })
}

export const notAllowed = (reason: 'notAdmin' | 'actsForOther'): PageError =>
  new PageError('forbidden', (language) => administrationTexts[language][reason])
