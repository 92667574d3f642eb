import { addons } from 'storybook/preview-api'

/** Tells the panel which HTML each story draws. */
const tellPanel = (story, { id, title, name }) => {
  const html = story()
  addons.getChannel().emit('email-clients/story', { id, title: `${title}: ${name}`, html })
  return html
}

export default { decorators: [tellPanel] }
