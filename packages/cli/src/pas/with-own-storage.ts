import { compareMarks } from '@pas/retention/installation-mark'
import type { Storage } from '@pas/storage/storage'
import { CommandError } from './command-error'
import { withDatabase, type CommandContext } from './perform'
import { withStorage } from './with-storage'

/**
 * `withStorage` for commands that delete. Throws `config_invalid` when the marks of store and database differ, so that
 * they belong to two installations (ADR 13): the rows would be deleted, and their objects would stay in the other
 * store.
 */
export async function withOwnStorage<T>(
  context: CommandContext,
  work: (storage: Storage) => Promise<T>,
): Promise<T> {
  return withStorage(await context.readEnvironment(), async (storage) => {
    const { difference } = await withDatabase(context, (db) => compareMarks({ db, storage }))
    if (difference === null) return work(storage)
    throw new CommandError(
      'config_invalid',
      `Nothing was deleted: ${difference}. Check DATABASE_URL and STORAGE_URL. If the two belong together, run 'pas retention adopt'.`,
    )
  })
}
