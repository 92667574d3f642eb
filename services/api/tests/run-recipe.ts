import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { createTestFolder } from '@pas/testing/test-folder'

/** Runs a recipe of Nodemailer, which makes `transport`, in a process of its own. Resolves to what SMTP answered. */
export async function runNodemailerRecipe(recipe: string): Promise<string> {
  const folder = await createTestFolder()
  try {
    const file = path.join(folder.path, 'recipe.cjs')
    const mail = { from: 'app@example.com', to: 'ada@example.com', subject: 'By the recipe', text: 'Hello' }
    await writeFile(
      file,
      `const nodemailer = require(${JSON.stringify(require.resolve('nodemailer'))})
${recipe}
transport.sendMail(${JSON.stringify(mail)}).then(({ response }) => console.log(response))
`,
    )
    return (await promisify(execFile)(process.execPath, [file])).stdout
  } finally {
    await folder.close()
  }
}
