import type { RuleSource } from '../rule'

/** What is published about the text that inboxes show beside the subject. */
export const preheaderSource: RuleSource = {
  title: 'Litmus: the ultimate guide to preview text support',
  url: 'https://www.litmus.com/blog/the-ultimate-guide-to-preview-text-support',
}
