import { text } from 'node:stream/consumers'

/** The path that the panel posts a story's HTML to. */
const uploadPath = '/upload-story'

/**
 * A plugin of Vite: uploads a story to the service and answers what the panel's element needs. The key stays in this
 * process, so only this Storybook's own page may post.
 */
export const uploadStory = ({ INSTANT_URL, API_KEY } = process.env) => ({
  name: 'upload-story',
  configureServer: ({ middlewares }) => {
    middlewares.use(uploadPath, (request, response) => {
      upload(request, { INSTANT_URL, API_KEY }).then(
        (uploaded) => answer(response, 200, uploaded),
        (error) => answer(response, 502, { problem: error.message }),
      )
    })
  },
})

async function upload(request, { INSTANT_URL, API_KEY }) {
  if (!INSTANT_URL || !API_KEY) throw new Error('Set INSTANT_URL and API_KEY before you start Storybook.')
  if (request.headers['sec-fetch-site'] !== 'same-origin')
    throw new Error('Only the panel may upload stories.')
  const { title, html } = JSON.parse(await text(request))
  const authorization = `Basic ${Buffer.from(`${API_KEY}:`).toString('base64')}`
  const [created, known] = await Promise.all([
    fetch(`${INSTANT_URL}/emails`, {
      method: 'POST',
      headers: { Authorization: authorization, 'Content-Type': 'application/json' },
      body: JSON.stringify({ subject: title, reference: 'storybook', html_text: html }),
    }),
    fetch(`${INSTANT_URL}/clients/configurations`),
  ])
  const email = await created.json()
  if (!created.ok) throw new Error(email.description)
  return { src: INSTANT_URL, guid: email.email_guid, names: await known.json() }
}

function answer(response, status, body) {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}
