import path from 'node:path'
import { createOpenapiDocument, documentAsYaml } from '../src/document/openapi-document'

/** Where the document is kept for those who read the repository. */
export const keptDocumentPath = path.resolve(__dirname, '../../../docs/openapi.yaml')

const firstLine =
  '# Generated from the schemas of services/api by `npm run generate:openapi`. The one that a service serves has its own addresses.\n'

/** What it must hold, with addresses that stand for those of an installation. */
export const keptDocument = (): string =>
  firstLine +
  documentAsYaml(
    createOpenapiDocument({
      authUrl: 'https://auth.example.com',
      apiUrl: 'https://api.example.com',
      instantUrl: 'https://api.example.com/v1',
    }),
  )
