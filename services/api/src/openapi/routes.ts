import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import { Router } from 'express'
import { createOpenapiDocument, documentAsYaml, type DocumentedAddresses } from './document'
import { renderDocumentPage } from './document-page'

/** The description of the API: for tools, and as a page for people. Made once, as it is the same for as long as the process lives. */
export function documentRoutes(addresses: DocumentedAddresses): Router {
  const document = createOpenapiDocument(addresses)
  const page = renderDocumentPage(document)
  const router = Router()
  const get = (path: string, mediaType: string, body: string, headers: Record<string, string> = {}): void => {
    router
      .route(path)
      .get((_req, res) => {
        res.set({ 'Cache-Control': 'public, max-age=300', ...headers })
        res.type(mediaType).send(body)
      })
      .all(refuseOtherMethods('GET', 'HEAD'))
  }
  get('/openapi.json', 'application/json', JSON.stringify(document))
  get('/openapi.yaml', 'application/yaml', documentAsYaml(document))
  get('/docs', 'text/html', page.html, { 'Content-Security-Policy': page.contentSecurityPolicy })
  return router
}
