import { z } from 'zod'
import {
  checkStorageVariables,
  storageConfig,
  storageVariables,
  type StorageConfig,
} from '../src/open-storage'

const schema = z.object(storageVariables).superRefine(checkStorageVariables)

/** Reads the storage configuration from variables as a service does. Throws a ZodError. */
export const parseStorageConfig = (env: Record<string, string | undefined>): StorageConfig =>
  storageConfig(schema.parse(env))
