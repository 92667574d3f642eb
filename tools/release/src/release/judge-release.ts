import type { ChangelogSection } from './changelog'

export interface ReleaseState {
  /** Of `packages/runtime/src/version.ts`. */
  version: string
  section: ChangelogSection | null
  /** Tags of HEAD that begin with `v`. */
  tags: readonly string[]
  /** Files that differ from HEAD, or that it lacks. */
  changedFiles: readonly string[]
  packages: readonly { name: string; version: string }[]
  migrations: readonly { name: string; replaces: unknown }[]
}

/** One line for each reason against a release: what is wrong, and what to do. */
export function judgeRelease(state: ReleaseState): string[] {
  const { version, section, tags, changedFiles, packages, migrations } = state
  const tag = `v${version}`
  return [
    ...(changedFiles.length === 0
      ? []
      : [
          `The tree is not clean: ${changedFiles.slice(0, 3).join(', ')}${changedFiles.length > 3 ? ` and ${changedFiles.length - 3} more` : ''}. Commit or remove them.`,
        ]),
    ...(section === null ? [`CHANGELOG.md has no section '## [${version}] - …'. Write it.`] : []),
    ...(section !== null && section.date === null
      ? [`The section of ${version} in CHANGELOG.md has no date. Write '## [${version}] - YYYY-MM-DD'.`]
      : []),
    ...(section?.notes === '' ? [`The section of ${version} in CHANGELOG.md is empty.`] : []),
    ...(tags.includes(tag) ? [] : [`HEAD has no tag ${tag}. Tag it: git tag --sign ${tag}`]),
    ...tags
      .filter((other) => other !== tag)
      .map((other) => `HEAD has the tag ${other}, but packages/runtime/src/version.ts says ${version}.`),
    ...packages
      .filter((one) => one.version !== version)
      .map((one) => `${one.name} has the version ${one.version} in its package.json. Write ${version}.`),
    // Only the first release: a later one keeps what the one before had.
    ...(migrations.length > 1 && migrations.every(({ replaces }) => replaces === null)
      ? [
          `There are ${migrations.length} migrations and none is a release's. Make them one: npm run release -- --squash-migrations`,
        ]
      : []),
  ]
}
