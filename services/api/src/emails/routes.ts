import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import { ApiError } from '@pas/runtime/errors'
import express, { Router, type RequestHandler } from 'express'
import { authenticate, principalOf, type AuthenticationDeps } from '../authentication/authenticate'
import { createEmail } from './create-email'
import { createEmailRequest, emailResponse } from './schema'

type EmailDeps = Parameters<typeof createEmail>[0] & AuthenticationDeps

/** Contract §4: a larger body is a 413. */
const maxBodyBytes = 10 * 1024 * 1024

const requireJson: RequestHandler = (req, _res, next) => {
  if (!req.is('application/json'))
    throw new ApiError('unsupported_media_type', 'Send the body as application/json.')
  next()
}

export function emailRoutes(deps: EmailDeps): Router {
  const router = Router()
  router
    .route('/emails')
    .post(authenticate(deps), requireJson, express.json({ limit: maxBodyBytes }), async (req, res) => {
      const input = createEmailRequest.parse(req.body)
      const email = await createEmail(deps, principalOf(res.locals), input)
      res.setHeader('Cache-Control', 'no-store')
      res.json(emailResponse(email))
    })
    .all(refuseOtherMethods('POST'))
  return router
}
