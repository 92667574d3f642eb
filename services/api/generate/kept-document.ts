import path from 'node:path'
import { createOpenapiDocument, documentAsYaml } from '../src/document/openapi-document'

/** Where the document is kept for those who read the repository. */
export const keptDocumentPath = path.resolve(__dirname, '../../../docs/openapi.yaml')

const firstLine =
  '# Generated from the schemas of services/api by `npm run generate:openapi`. The one that a service serves has its own addresses.\n'

/** What it must hold: the addresses are those of `npm start`. */
export const keptDocument = (): string =>
  firstLine +
  documentAsYaml(
    createOpenapiDocument({
      authUrl: 'https://localhost:8443',
      apiUrl: 'https://localhost:8444',
      instantUrl: 'https://localhost:8444/v1',
    }),
  )
