import { EmailClientChooser } from '@pas/pages/chooser/email-client-chooser'
import { formatNumber, type Language } from '@pas/pages/languages'
import type { ReactNode } from 'react'
import type { ApiClientSet } from '../api/schema'
import type { EmailClients } from '../email/tiles'
import { homeTexts } from './home-texts'
import { Problem } from './problem'

export const clientChoices = ['mine', 'popular', 'all', 'ticked'] as const
/** `set:` and the id of one of the user's sets. */
export type ClientChoice = (typeof clientChoices)[number] | `set:${number}`

export interface ChosenClients {
  choice: ClientChoice
  ticked: readonly string[]
}

export interface ClientChoices {
  /** Only those that can be drawn at the moment. */
  emailClients: EmailClients
  popular: readonly string[]
  sets: readonly ApiClientSet[]
  /** How many of `emailClients` each choice stands for. */
  numbers: Readonly<Record<Exclude<ClientChoice, 'ticked'>, number>>
  settingsUrl: string
}

/** The page that has it needs the chooser's script. */
export function ClientsField({
  choice: chosen,
  ticked,
  choices: { emailClients, popular, sets, numbers, settingsUrl },
  problem,
  language,
}: ChosenClients & { choices: ClientChoices; problem: string | null; language: Language }): ReactNode {
  const texts = homeTexts[language]
  const radioProps = { chosen, numbers, language }
  return (
    <fieldset id="clients">
      <legend>{texts.clients}</legend>
      <Problem id="client-problem" text={problem} />
      <div className="radios">
        <Choice {...radioProps} choice="mine" name={texts.choices.mine}>
          <a href={settingsUrl}>{texts.change}</a>
        </Choice>
        <Choice {...radioProps} choice="popular" name={texts.choices.popular} />
        {sets.map(({ id, name }) => (
          <Choice {...radioProps} key={id} choice={`set:${id}`} name={name} />
        ))}
        <Choice {...radioProps} choice="all" name={texts.choices.all} />
        <Choice {...radioProps} choice="ticked" name={texts.choices.ticked} />
      </div>
      <details open={chosen === 'ticked'} id="ticks">
        <summary className="hint">
          {texts.tick}
          {/* Not an `output`: a click on one would not open the summary. */}
          <span className="count" data-chooser-count="" hidden />
        </summary>
        <EmailClientChooser
          language={language}
          field="client"
          emailClients={Object.entries(emailClients).map(([code, emailClient]) => ({ code, ...emailClient }))}
          popular={popular}
          ticked={ticked}
          sets={sets}
        />
      </details>
    </fieldset>
  )
}

const Choice = ({
  choice,
  name,
  chosen,
  numbers,
  language,
  children,
}: {
  choice: ClientChoice
  name: string
  chosen: ClientChoice
  numbers: ClientChoices['numbers']
  language: Language
  children?: ReactNode
}): ReactNode => (
  <span>
    <label>
      <input type="radio" name="choice" value={choice} defaultChecked={choice === chosen} />
      <bdi>{name}</bdi>
      {choice !== 'ticked' && <span className="count">{formatNumber(language, numbers[choice] ?? 0)}</span>}
    </label>{' '}
    {children}
  </span>
)
