import type { EngineName } from '@pas/email-clients/catalogue/email-client'
import { engineNames, enginePackages } from '@pas/engine-programs/engine-packages'
import { packageNames, readFontList, type DebianRelease } from '@pas/engine-programs/font-list'

/** What one container image contains and how it starts. */
export interface ImagePlan {
  /** The Dockerfile is `infra/images/<name>.Dockerfile`, the image `pas/<name>`. */
  name: string
  /** Folders of the workspace packages whose programs the image starts; their dependencies are installed as well. */
  parts: readonly string[]
  /** Other files and folders of the built clone to copy. */
  files: readonly string[]
  /** Each list is installed in a layer of its own: images that begin with the same lists share those layers. */
  debianPackages: readonly (readonly string[])[]
  variables: Readonly<Record<string, string>>
  /** The script that Node starts, as a path from the clone's root. */
  main: string
  /** Whether `tini` is process 1, to reap processes whose parent has ended: engines leave some behind. */
  hasInit: boolean
  /**
   * The health check's `--start-period` in seconds. At its start a service waits for its stores and a worker also for
   * its engine, and retries both; failed checks do not count during this time.
   */
  startPeriodS: number
}

/** The port on which every container listens, on all its addresses. */
const port = '8080'

/** The Debian release of the images' base. */
const imageRelease: DebianRelease = '13'

/** One image for each service and for each engine; the operator's command, `pas`, is in the API's image. */
export function planImages(release = imageRelease): ImagePlan[] {
  return [
    planService('auth'),
    {
      ...planService('api', ['services/api', 'packages/cli']),
      // The operator's commands, and the files that `pas migrate` and `pas doctor` read.
      files: [
        'bin/pas',
        'bin/pas-emulate',
        'bin/brought-node.cjs',
        'prisma/migrations',
        'infra/fonts/fonts.json',
      ],
    },
    planService('images'),
    ...engineNames.map((engine) => planWorker(engine, release)),
  ]
}

function planService(name: string, parts = [`services/${name}`]): ImagePlan {
  return {
    name,
    parts,
    files: [],
    debianPackages: [],
    variables: { HOST: '0.0.0.0', PORT: port },
    main: `services/${name}/dist/main.js`,
    hasInit: false,
    startPeriodS: 180,
  }
}

function planWorker(engine: EngineName, release: DebianRelease): ImagePlan {
  // Roundcube is a webmail: Chromium draws its page.
  const programs = engine === 'roundcube' ? [...enginePackages.chromium] : []
  return {
    name: `worker-${engine}`,
    parts: ['services/render-worker'],
    files: ['infra/fonts'],
    debianPackages: [
      ['tini', ...packageNames(readFontList(release))],
      [...programs, ...enginePackages[engine]],
    ],
    variables: {
      ENGINES: engine,
      FONTCONFIG_FILE: '/app/infra/fonts/fonts.conf',
      HEALTH_HOST: '0.0.0.0',
      HEALTH_PORT: port,
    },
    main: 'services/render-worker/dist/main.js',
    hasInit: true,
    startPeriodS: 300,
  }
}
