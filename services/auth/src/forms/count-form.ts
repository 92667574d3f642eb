import { PageError } from '@pas/pages/page-error'
import type { RequestHandler } from 'express'
import { signedInUserOf } from '../sessions/signed-in-user'
import type { Throttle } from '../throttle/open-throttle'
import { spendFailure } from '../throttle/spend-failure'
import { countFormTexts } from './count-form-texts'

/**
 * Counts the forms that a signed-in user sends, for the user who signed in, because each may write to the audit trail,
 * from which nothing is removed. Beyond the limit it is a 429. Signing out is always possible. Comes after
 * `readSignedInUser`. While Redis is away nothing is counted.
 */
export function countForm({ throttle }: { throttle: Pick<Throttle, 'formsPerUser'> }): RequestHandler {
  return async (req, res, next) => {
    const user = signedInUserOf(res)
    if (user && req.method === 'POST' && req.path !== '/logout') {
      const { waitSeconds } = await spendFailure(throttle.formsPerUser, `user:${(user.actor ?? user).id}`)
      if (waitSeconds !== null) {
        throw new PageError(
          'too_many_requests',
          (language) => countFormTexts[language].tooMany({ retryAfterSeconds: waitSeconds }),
          { headers: { 'Retry-After': String(waitSeconds) } },
        )
      }
    }
    next()
  }
}
