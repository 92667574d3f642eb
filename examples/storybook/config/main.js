import { uploadStory } from './upload-story.js'

export default {
  framework: '@storybook/html-vite',
  stories: ['../stories/*.stories.js'],
  viteFinal: (config) => ({ ...config, plugins: [...(config.plugins ?? []), uploadStory()] }),
}
