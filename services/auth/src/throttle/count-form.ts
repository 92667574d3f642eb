import { formatWait, type Texts } from '@pas/pages/languages'
import { PageError } from '@pas/pages/page-error'
import type { RequestHandler } from 'express'
import { signedInUserOf } from '../sessions/signed-in-user'
import type { Throttle } from './open-throttle'
import { spendFailure } from './spend-failure'

/**
 * Each form of a signed-in user may write to the audit trail, from which nothing is removed. Signing out is always
 * possible. Mount it after `readSignedInUser`. While Redis is away nothing is counted.
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

const en = {
  tooMany: ({ retryAfterSeconds }: { retryAfterSeconds: number }) =>
    `Nothing was changed because you have sent too many forms. Try again in ${formatWait('en', retryAfterSeconds)}.`,
}

const countFormTexts = {
  en,
  de: {
    tooMany: ({ retryAfterSeconds }) =>
      `Es wurde nichts geändert, weil Sie zu viele Formulare abgeschickt haben. Versuchen Sie es in ${formatWait('de', retryAfterSeconds)} noch einmal.`,
  },
  fr: {
    tooMany: ({ retryAfterSeconds }) =>
      `Rien n’a été modifié, car vous avez envoyé trop de formulaires. Réessayez dans ${formatWait('fr', retryAfterSeconds)}.`,
  },
} satisfies Texts<typeof en>
