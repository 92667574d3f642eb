import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import { Router } from 'express'
import type { DocumentedAddresses } from './openapi-document'

const paths = ['/openapi.json', '/openapi.yaml', '/docs'] as const

/** Redirects browsers that open `/` or `/v1` to the page. */
export function redirectToDocument({ instantUrl }: Pick<DocumentedAddresses, 'instantUrl'>): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const { pathname } = new URL(instantUrl)
  router
    .route(['/', pathname, `${pathname}/`])
    .get((_req, res) => {
      res
        .status(302)
        .set({
          Location: `${instantUrl}/docs`,
          'Cache-Control': 'public, max-age=300',
          'Content-Length': '0',
        })
        .end()
    })
    .all(refuseOtherMethods('GET', 'HEAD'))
  return router
}

interface SentDocument {
  mediaType: string
  body: string
  headers?: Record<string, string>
}

/** Made once, on the first request: it takes processor time that a starting process needs. */
export function documentRoutes(addresses: DocumentedAddresses): Router {
  let making: ReturnType<typeof makeDocuments> | null = null
  const router = Router()
  for (const path of paths)
    router
      .route(path)
      .get(async (_req, res) => {
        making ??= makeDocuments(addresses)
        const { mediaType, body, headers } = (await making)[path]
        res.set({ 'Cache-Control': 'public, max-age=300', ...headers })
        res.type(mediaType).send(body)
      })
      .all(refuseOtherMethods('GET', 'HEAD'))
  return router
}

async function makeDocuments(
  addresses: DocumentedAddresses,
): Promise<Record<(typeof paths)[number], SentDocument>> {
  const [{ createOpenapiDocument, documentAsYaml }, { renderDocumentPage }] = await Promise.all([
    import('./openapi-document'),
    import('./document-page'),
  ])
  const document = createOpenapiDocument(addresses)
  const { html, contentSecurityPolicy } = renderDocumentPage(document)
  return {
    '/openapi.json': { mediaType: 'application/json', body: JSON.stringify(document) },
    '/openapi.yaml': { mediaType: 'application/yaml', body: documentAsYaml(document) },
    '/docs': {
      mediaType: 'text/html',
      body: html,
      headers: { 'Content-Security-Policy': contentSecurityPolicy },
    },
  }
}
