import { readFileSync } from 'node:fs'
import { keptTypesPath, renderTypes } from '../generate/kept-types'

it('has the types of docs/openapi.yaml (npm run generate:client)', async () => {
  expect(readFileSync(keptTypesPath, 'utf8')).toBe(await renderTypes())
})
