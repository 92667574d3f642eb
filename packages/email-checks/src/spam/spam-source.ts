import type { RuleSource } from '../rule'

/** What SpamAssassin tests, and for how many points. Its site has had no list of them since version 3.3. */
export const spamSource: RuleSource = {
  title: 'SpamAssassin: its rules and their points',
  url: 'https://github.com/apache/spamassassin/tree/trunk/rules',
}
