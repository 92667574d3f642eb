import { randomUUID } from 'node:crypto'
import { mkdirSync, type Dirent } from 'node:fs'
import {
  mkdir,
  open,
  opendir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  unlink,
  type FileHandle,
} from 'node:fs/promises'
import path from 'node:path'
import { isOfCheck, uuidPattern, withCheck } from './check-storage'
import { codeOf, storageErrorOf, unlessMissing, withStorageErrors } from './file-failures'
import { keyOfFile, objectFile } from './object-file'
import { assertContentType, assertKeyPrefix, assertObjectKey } from './object-key'
import {
  DamagedObjectError,
  StorageFullError,
  StorageUnavailableError,
  type OpenedObject,
  type Storage,
  type StoredObject,
} from './storage'

const unfinishedMark = '~'
/** A name by `writeWhole`. Other files with a `~` belong to other users of the folder. */
const unfinishedName = new RegExp(`${unfinishedMark}${uuidPattern}$`)
/** A content type of at most 200 characters, and a line feed. */
const maxHeaderBytes = 201
const maxPutAttempts = 20

/**
 * A file has content type, line feed and body, so that one rename shows both; the file system must rename atomically.
 * Throws a StorageUnavailableError.
 */
export function openFileStorage(directory: string): Storage {
  const root = path.resolve(directory)
  try {
    mkdirSync(root, { recursive: true })
  } catch (error) {
    throw new StorageUnavailableError(`${root} cannot be made`, { cause: error })
  }

  const readAt = async <T>(key: string, read: (file: string) => Promise<T>): Promise<T | null> => {
    assertObjectKey(key)
    return withStorageErrors(() => unlessMissing(root, () => read(objectFile(root, key))))
  }

  return withCheck({
    put: async (key, body, contentType) => {
      assertObjectKey(key)
      assertContentType(contentType)
      await withStorageErrors(() =>
        writeWhole(root, objectFile(root, key), [Buffer.from(`${contentType}\n`), body]),
      )
    },

    get: (key) => readAt(key, readWhole),

    open: (key) => readAt(key, openFile),

    deletePrefix: async (prefix) => {
      assertKeyPrefix(prefix)
      const folder = folderOf(root, prefix)
      let count = 0
      for await (const file of filesBelow(root, folder)) count += isFinished(file) ? 1 : 0
      await withStorageErrors(async () => {
        await rm(folder, { recursive: true, force: true, maxRetries: 3 })
        await unlessMissing(root, () => syncFolder(path.dirname(folder)))
        // The folder of an email, if this was its last picture.
        if (prefix.split('/').length > 3) await rmdir(path.dirname(folder)).catch(() => undefined)
      })
      return count
    },

    list: async function* (prefix) {
      assertKeyPrefix(prefix)
      for await (const file of filesBelow(root, folderOf(root, prefix))) {
        if (!isFinished(file)) continue
        const stats = await withStorageErrors(() => unlessMissing(root, () => stat(file)))
        if (stats) yield { key: keyOfFile(root, file), writtenAt: stats.mtime }
      }
    },

    removeUnfinished: async (before, signal) => {
      let count = 0
      for await (const file of filesBelow(root, root)) {
        signal.throwIfAborted()
        const isFromCheck = isOfCheck(keyOfFile(root, file))
        if (!unfinishedName.test(file) && !isFromCheck) continue
        const stats = await withStorageErrors(() => unlessMissing(root, () => stat(file)))
        if (!stats || stats.mtime > before) continue
        await withStorageErrors(() => rm(file, { force: true }))
        // The check made the folder for its one object. rmdir fails, as it should, when there are other files.
        if (isFromCheck) await rmdir(path.dirname(file)).catch(() => undefined)
        count++
      }
      return count
    },

    close: () => undefined,
  })
}

const folderOf = (root: string, prefix: string): string => path.dirname(objectFile(root, `${prefix}any`))

const isFinished = (file: string): boolean => !path.basename(file).includes(unfinishedMark)

async function writeWhole(root: string, file: string, parts: readonly Buffer[]): Promise<void> {
  const folder = path.dirname(file)
  // Folders whose entries changed. Synced last: the file's own sync usually includes them.
  let changedFolders = [folder]
  for (let attempt = 1; ; attempt++) {
    const temporary = `${file}${unfinishedMark}${randomUUID()}`
    try {
      if (attempt > 1) changedFolders = await makeFolder(root, folder)
      await writeDurably(temporary, parts)
      await rename(temporary, file)
      for (const changed of changedFolders) await syncFolder(changed)
      return
    } catch (error) {
      await unlink(temporary).catch(() => undefined)
      // ENOENT: the folder does not exist yet, or was deleted meanwhile.
      if (codeOf(error) !== 'ENOENT' || attempt === maxPutAttempts) throw error
      // Throws when the root is gone, as after an unmount: makeFolder would then write below the mount point.
      await stat(root)
    }
  }
}

/** Resolves to all folders to sync: another put may be making the same ones. */
async function makeFolder(root: string, folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  const folders = [folder]
  for (let child = folder; child !== root; child = path.dirname(child)) folders.push(path.dirname(child))
  return folders
}

async function writeDurably(file: string, parts: readonly Buffer[]): Promise<void> {
  const handle = await open(file, 'wx')
  try {
    const bytes = parts.reduce((sum, part) => sum + part.byteLength, 0)
    const { bytesWritten } = await handle.writev(parts)
    // A single write is short only when the disk is full or a body is over 2 GiB.
    if (bytesWritten < bytes) throw new StorageFullError('the disk of the storage folder is full')
    await handle.datasync()
  } finally {
    await handle.close()
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function readWhole(file: string): Promise<StoredObject> {
  const bytes = await readFile(file)
  const { contentType, bodyOffset } = readHeader(bytes)
  return { body: bytes.subarray(bodyOffset), contentType }
}

async function openFile(file: string): Promise<OpenedObject> {
  const handle = await open(file, 'r')
  try {
    return await openHandle(handle)
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function openHandle(handle: FileHandle): Promise<OpenedObject> {
  const { size, ino, mtimeNs } = await handle.stat({ bigint: true })
  const start = Buffer.alloc(maxHeaderBytes)
  const { bytesRead } = await handle.read(start, 0, maxHeaderBytes, 0)
  const { contentType, bodyOffset } = readHeader(start.subarray(0, bytesRead))
  return {
    stream: handle.createReadStream({ start: bodyOffset }),
    contentLength: Number(size) - bodyOffset,
    contentType,
    // Every put makes a new file, so these together never name two bodies.
    etag: `"${ino.toString(36)}-${mtimeNs.toString(36)}-${size.toString(36)}"`,
  }
}

function readHeader(bytes: Buffer): { contentType: string; bodyOffset: number } {
  const lineFeed = bytes.subarray(0, maxHeaderBytes).indexOf('\n')
  if (lineFeed < 1)
    throw new DamagedObjectError('a file in the storage folder does not begin with a content type')
  return { contentType: bytes.toString('latin1', 0, lineFeed), bodyOffset: lineFeed + 1 }
}

async function* filesBelow(root: string, folder: string): AsyncGenerator<string, void> {
  for await (const entry of entriesOf(root, folder)) {
    const found = path.join(folder, entry.name)
    if (entry.isDirectory()) yield* filesBelow(root, found)
    else yield found
  }
}

/** Streamed, because they may be more than memory should hold. */
async function* entriesOf(root: string, folder: string): AsyncGenerator<Dirent, void> {
  const entries = await withStorageErrors(() => unlessMissing(root, () => opendir(folder)))
  if (!entries) return
  try {
    // `for await` closes the folder, also when the caller stops early.
    for await (const entry of entries) yield entry
  } catch (error) {
    throw storageErrorOf(error)
  }
}
