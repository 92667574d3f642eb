import { differencePath } from '@pas/captures/storage-keys'
import type { DatabaseDeps } from '@pas/db/row-deps'
import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import { Router } from 'express'
import type { DifferencePlaces } from './difference-places'
import type { DifferenceForm, Differences } from './differences'
import { getPair } from './find-pair'

export interface DifferenceDeps extends DatabaseDeps {
  differences: Pick<Differences, 'make'>
  differencePlaces: DifferencePlaces
}

const types: Record<DifferenceForm, string> = { json: 'application/json', png: 'image/png' }

/** What differs between two pictures (docs/contract.md §4.10). Needs no credential, but the owner's knowledge of its path. */
export function differenceRoutes(deps: DifferenceDeps): Router {
  const router = Router()
  for (const form of ['json', 'png'] as const) {
    router
      .route(`/${differencePath(':headToken', ':baseId', form)}`)
      .get(async (req, res) => {
        const params: Readonly<Record<string, string | undefined>> = req.params
        const { headToken = '', baseId = '' } = params
        const pair = await getPair(deps, { headToken, baseId })
        const maxAge = Math.floor(Math.min(pair.base.remainingMs, pair.head.remainingMs) / 1000)
        const send = (body?: Uint8Array): void => {
          res.setHeader('Cache-Control', `public, max-age=${maxAge}, immutable`)
          res.setHeader('Content-Type', types[form])
          // For scripts of any page, as pictures are for any page.
          res.setHeader('Access-Control-Allow-Origin', '*')
          res.end(body)
        }
        // Express answers HEAD through the GET route.
        if (req.method === 'HEAD') {
          send()
          return
        }
        const giveBack = await deps.differencePlaces.take(req.ip, pair.head.accountId)
        await deps.differences.make(pair, form).then(send).finally(giveBack)
      })
      .all(refuseOtherMethods('GET', 'HEAD'))
  }
  return router
}
