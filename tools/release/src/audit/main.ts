import { audit } from './audit'

const { problems } = audit()
process.stderr.write(problems.map((problem) => `${problem}\n`).join(''))
if (problems.length > 0) process.exitCode = 1
else process.stdout.write('No advisory of a production dependency is without an exception.\n')
